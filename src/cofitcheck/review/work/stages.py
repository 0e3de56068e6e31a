"""The stages of a check in words, in the order in which a draft comes to them."""

from cofitcheck.reports.words import phrase

STAGES = {
    "read": phrase("Read the document"),
    "encode": phrase("Read each number in its table"),
    "filter": phrase("Look for cells that may state the same item"),
    "classify": phrase("Decide which of them do"),
    "facts": phrase("Gather the items"),
    "compare": phrase("Compare the numbers"),
    "sums": phrase("Foot the tables"),
    "derived": phrase("Recalculate changes, shares and ratios"),
    "text": phrase("Compare the text with the tables"),
    "store": phrase("Write the report"),
}
