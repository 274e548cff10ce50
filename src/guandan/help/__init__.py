"""What a table needs beside the rules; so far the words (`guandan.help.names`)."""
