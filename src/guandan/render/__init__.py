"""Pictures of the game; so far text (`guandan.render.text`)."""
