"""The figures that the paper reports (its Table 1, and its comparison of methods), to stand beside our own.

Its documents are Chinese and private. Its figures are of other data, so ours cannot be measured by them.
"""

from __future__ import annotations

KINDS = ("auditor's reports", "IPO prospectuses", "annual reports")

Rates = tuple[float, float, float] | tuple[()]

MATCHING: dict[str, tuple[Rates, Rates, Rates]] = {
    "AutoCheck": ((74.8, 76.0, 75.4), (84.6, 78.3, 81.3), ()),
    "CoFiTCheck 0.5B": ((83.2, 84.4, 83.8), (89.3, 84.3, 86.7), (86.9, 90.7, 88.7)),
    "CoFiTCheck 1.5B": ((84.7, 85.0, 84.8), (89.1, 84.9, 87.0), (88.4, 90.6, 89.5)),
    "CoFiTCheck 3B": ((85.7, 86.7, 86.2), (91.8, 87.0, 89.4), (89.5, 91.4, 90.4)),
    "CoFiTCheck 7B": ((87.0, 86.9, 87.0), (92.8, 87.9, 90.3), (90.0, 91.6, 90.8)),
    "CoFiTCheck 0.5B with CNAP": ((83.9, 84.5, 84.2), (88.9, 83.9, 86.3), (87.4, 90.6, 89.0)),
    "CoFiTCheck 1.5B with CNAP": ((85.2, 85.8, 85.5), (90.4, 86.1, 88.2), (89.0, 90.7, 89.8)),
    "CoFiTCheck 3B with CNAP": ((86.8, 86.6, 86.7), (92.0, 86.8, 89.3), (89.7, 91.9, 90.7)),
    "CoFiTCheck 7B with CNAP": ((87.5, 86.8, 87.1), (92.7, 87.7, 90.1), (91.0, 91.9, 91.5)),
}
"""Precision, recall and F1 in percent, for each of `KINDS`; () where the paper has none."""

STATISTICS = {
    "IPO prospectuses": (270, 4_546, 973, 24_015),
    "auditor's reports": (762, 8_825, 1_130, 73_362),
    "annual reports": (200, 6_142, 717, 55_986),
}
"""Documents, mentions per document, positive pairs per document, and negative pairs per positive one."""

SAMPLED = {
    "GPT-4o-mini": (61.1, 87.5, 1.8, 3.5),
    "GPT-4o": (72.7, 67.9, 58.5, 62.9),
    "DeepSeek-V3": (78.4, 70.1, 79.0, 74.3),
    "OpenAI-o3-mini": (74.6, 66.7, 71.4, 69.0),
    "DeepSeek-R1": (79.8, 72.8, 78.0, 75.3),
    "OpenAI-o1": (82.0, 76.8, 78.0, 77.4),
    "ClsLLM-0.5B": (89.5, 84.0, 90.6, 87.2),
    "ClsLLM-0.5B with CNAP": (90.3, 84.8, 91.9, 88.2),
    "ClsLLM-7B": (92.9, 89.1, 93.4, 91.2),
    "ClsLLM-7B with CNAP": (93.1, 90.0, 92.9, 91.4),
}
"""Table III: accuracy, precision, recall and F1 in percent, on 1,000 candidates of its own."""

SECONDS = {
    "as it is": (12.4, 3.3),
    "one mention per pass": (309.9, 3.3),
    "heuristic filter": (0.0, 6_623.3),
    "no stage 1": (0.0, 129_399.1),
}
"""Table IV: seconds per document of stages 1 and 2 with the 0.5B classifier, on four RTX 4090."""
