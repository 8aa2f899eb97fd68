"""Our own speed, in figures. Nothing is asserted about time: machines differ, and so do days."""
