"""Tables that were typed: set out by blanks, tabs or bars, in text, in `<pre>` and in paragraphs."""
