"""What words mean, one data file a language; `lexicon` offers them by their meaning."""
