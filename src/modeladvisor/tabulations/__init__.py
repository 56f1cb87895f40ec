"""Results and records as tables; the one place where the columns of data frames are decided."""
