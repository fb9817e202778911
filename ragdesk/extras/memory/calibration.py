"""How sure each kind of note is, 0 to 1. A note below `memory.confidence` of the settings (0.75) is proposed, not kept.

The confidences were set by judgement, not fitted: they order the kinds of sentences by how much each binds, and the sentences
in tests/memory/test_notice.py hold them. What was measured says so.
"""

# Asked for: "remember that …", "always …", "from now on …". Judgement: the person said that it is to be kept.
ASKED = 0.95
# Said of oneself with the words of a definition: role, name. Judgement.
DEFINED = 0.90
# Where one works, for whom, what one leads; "I prefer …"; what an organisation is. Judgement.
PLACED = 0.85
# What a unit or "we" do, have or call something; who is whose. Judgement.
DONE = 0.80
# May hold for this question alone: a bare "answer in German" beside one, "as a buyer, …", "I am Anna" (a name?). Judgement:
# below the threshold, so that the person decides.
ONCE = 0.65
# Taken off where the clause speaks of a moment ("this week"). Judgement: brings every kind but `ASKED` below the threshold.
PASSING_PENALTY = 0.2
# What the language model takes for usual: below every threshold that makes sense, whatever it says. How often it was right:
# docs/lab/memory.md.
MODEL = 0.6
