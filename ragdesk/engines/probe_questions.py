"""A small labelled set: questions and the passages that answer them, near neighbours among them.

Serves one purpose: to see that the quantised embedder ranks as the original does. Written for this project.
"""

# (question, passage); a question's passage is the only one that answers it.
PAIRS: tuple[tuple[str, str], ...] = (
    (
        "How long does the autoclave have to cool before it may be opened?",
        "When the cycle has ended, wait until the chamber shows less than 80 °C and zero pressure, then open the door.",
    ),
    (
        "Which temperature sterilises wrapped instruments?",
        "Wrapped instruments are exposed to saturated steam at 134 °C for at least five minutes.",
    ),
    (
        "How do I know that a load was really sterilised?",
        "Put an indicator strip into each load. Release the load only if the strip has turned evenly black.",
    ),
    (
        "Who signs the steriliser's log?",
        "The operator enters date, load number and result in the record and signs it; the supervisor countersigns weekly.",
    ),
    (
        "What should I do if an acid is spilled?",
        "Warn everyone nearby, put on gloves and goggles, cover the spilled acid with bicarbonate and sweep it up.",
    ),
    (
        "Where do I wash chemicals out of my eyes?",
        "Rinse for fifteen minutes at the eye wash by the door, holding the lids apart, and then see a doctor.",
    ),
    (
        "Into which container does used solvent go?",
        "Halogenated and halogen-free solvents are collected separately, in the red and the blue canister.",
    ),
    (
        "How are broken glass and needles thrown away?",
        "Sharps go into the yellow rigid box, never into a bag. Close the box when it is three quarters full.",
    ),
    (
        "How much notice must I give before my holiday?",
        "Annual leave is requested in the calendar at least two weeks before the first day off.",
    ),
    (
        "Can unused vacation days be kept for next year?",
        "Up to five days of leave that were not taken may be carried over; they lapse at the end of March.",
    ),
    (
        "When do I need a doctor's note?",
        "Whoever is ill for more than three days hands in a medical certificate on the fourth day.",
    ),
    (
        "How long is parental leave?",
        "Each parent may stay at home with a newborn child for up to fourteen months, paid at two thirds of the wage.",
    ),
    (
        "What is the limit for a hotel room on a business trip?",
        "Accommodation is refunded up to 140 euros a night, breakfast included, against the invoice.",
    ),
    (
        "May I fly first class?",
        "Flights are booked in economy. Business class is allowed for journeys of more than eight hours.",
    ),
    (
        "How are travel costs paid back?",
        "File the receipts in the expense tool within thirty days; the amount arrives with the next salary.",
    ),
    (
        "What do I get for using my own car?",
        "Private vehicles are compensated with 30 cents for each kilometre driven.",
    ),
    (
        "How often must a password be changed?",
        "Pass phrases have at least fourteen characters and are replaced only when they may have leaked.",
    ),
    (
        "What if I lose the phone with my second factor?",
        "Report a lost device to the service desk at once; it revokes the token and issues recovery codes.",
    ),
    (
        "Is it allowed to install software myself?",
        "Programs come from the company portal. Anything else needs a ticket and the approval of security.",
    ),
    (
        "Someone sent me a suspicious e-mail, what now?",
        "Do not click and do not reply. Forward phishing messages as an attachment to the security mailbox.",
    ),
    (
        "How long are backups kept?",
        "Daily snapshots are stored for thirty days, monthly ones for a year, at two separate sites.",
    ),
    (
        "How do I get a deleted file back?",
        "Open the folder's version history, choose the day before the loss and press restore.",
    ),
    (
        "Who may see customers' personal data?",
        "Access to records about clients is given for a task and a time, and is reviewed every quarter.",
    ),
    (
        "When must a data breach be reported?",
        "The authority is told within seventy-two hours after the leak of personal information was discovered.",
    ),
    (
        "How is the pump primed?",
        "Fill the housing with liquid through the vent plug until no bubbles appear, then close the plug.",
    ),
    (
        "The pump is loud and shakes. Why?",
        "Noise and vibration point to cavitation: the suction line is too long, blocked, or draws air.",
    ),
    (
        "Which oil goes into the gearbox?",
        "Use synthetic gear lubricant of viscosity class 220 and change it after 10,000 hours of operation.",
    ),
    (
        "How tight are the flange bolts?",
        "Tighten the bolts of the flange crosswise in three passes, up to a torque of 85 newton metres.",
    ),
    (
        "How do I lock the machine out before maintenance?",
        "Switch off the main isolator, hang your own padlock on it and test that the drive does not start.",
    ),
    (
        "What does error E07 mean?",
        "E07 is shown when the motor's winding is too hot. Let it cool and check the fan before restarting.",
    ),
    (
        "How many people may use the lift?",
        "The goods elevator carries at most eight persons or 630 kilograms.",
    ),
    (
        "Where do we meet after a fire alarm?",
        "Leave by the nearest stairs and gather at the assembly point on the north car park.",
    ),
    (
        "How is a fire extinguisher used?",
        "Pull the pin, aim at the base of the flames and sweep from side to side with short bursts.",
    ),
    (
        "Who is a trained first aider on the second floor?",
        "The names of colleagues with first-aid training hang beside the kitchen door on every storey.",
    ),
    (
        "How are samples labelled?",
        "Every specimen tube carries a barcode, the date on which it was drawn and the initials of the collector.",
    ),
    (
        "At which temperature are vaccines stored?",
        "Keep vaccines in the refrigerator between 2 and 8 °C; never freeze them.",
    ),
    (
        "What happens when the fridge was too warm overnight?",
        "After a break of the cold chain the stock is quarantined until the pharmacist has judged it.",
    ),
    (
        "How is the balance calibrated?",
        "Each morning place the certified 100 gram weight on the scale; the display may differ by 1 milligram at most.",
    ),
    (
        "How do new employees get their badge?",
        "Reception hands out the access card on the first working day, against an identity document.",
    ),
    (
        "When is the invoice due?",
        "Payment is to be made within fourteen days of the date of billing, without deduction.",
    ),
    (
        "Can a customer send goods back?",
        "Items may be returned unused within thirty days; the buyer bears the cost of shipping.",
    ),
    (
        "How long does the guarantee last?",
        "Faults of material are repaired free of charge for two years after delivery.",
    ),
)
