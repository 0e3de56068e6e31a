"""Very many documents: from folders and stores to tables, in a run that can be stopped and goes on."""
