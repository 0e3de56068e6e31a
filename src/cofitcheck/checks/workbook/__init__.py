"""The formulas of a workbook: unlike their neighbours, too short, or not what is stored with them."""
