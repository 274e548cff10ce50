"""What a table needs beside the rules: arranging, hints, selections, counters, rewards, words."""
