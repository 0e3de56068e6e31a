"""The stages of a check in words, in the order in which a draft comes to them."""

STAGES = {
    "read": "Read the document",
    "encode": "Read each number in its table",
    "filter": "Look for cells that may state one fact",
    "classify": "Decide which of them do",
    "facts": "Gather facts",
    "compare": "Compare the numbers",
    "store": "Write the report",
}
