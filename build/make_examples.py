"""Makes `examples/sop-autoclave.pdf` from the HTML below, the same bytes on every run: `python build/make_examples.py`.

The other examples are written by hand. All people, products and companies in them are invented.
"""

import io
import sys
from pathlib import Path

import pymupdf

PAGE = pymupdf.paper_rect("a4")
BODY = pymupdf.Rect(PAGE.x0 + 56, PAGE.y0 + 70, PAGE.x1 - 56, PAGE.y1 - 64)
CSS = """
body { font-family: sans-serif; font-size: 10.5pt; line-height: 1.4; color: #1c1c1c; }
h1 { font-size: 19pt; margin: 0 0 8pt 0; } h2 { font-size: 13.5pt; margin: 15pt 0 5pt 0; }
h3 { font-size: 11.5pt; margin: 10pt 0 3pt 0; }
p { margin: 0 0 6pt 0; } li { margin: 0 0 4pt 0; }
table { border-collapse: collapse; width: 100%; margin: 4pt 0 9pt 0; }
td, th { border: 0.7pt solid #777; padding: 3pt 5pt; text-align: left; }
th { font-weight: bold; }
.next { page-break-before: always; }
.warning { border: 0.8pt solid #b36b00; padding: 5pt; margin: 4pt 0 7pt 0; }
"""
HTML = """
<h1>Operation of the Steam Autoclave AV-300</h1>
<table>
<tr><th>SOP ID</th><td>SOP-LAB-014</td><th>Version</th><td>3.2</td></tr>
<tr><th>Department</th><td>Sterilisation Services</td><th>Effective date</th><td>2026-02-01</td></tr>
<tr><th>Last updated</th><td>2026-01-12</td><th>Approved by</th><td>Head of Quality</td></tr>
</table>
<h2>1 Purpose</h2>
<p>This procedure describes how the steam autoclave AV-300 is loaded, run, emptied and checked, so that every load
leaving the sterilisation room is sterile and no person is harmed by heat, steam or pressure.</p>
<h2>2 Scope and responsibilities</h2>
<p>It applies to everyone who works in the sterilisation room. Operators must have passed the two-day pressure vessel
course, which is valid for three years. The shift supervisor releases each load. Maintenance is done by the
technical service only.</p>
<h2>3 Safety</h2>
<p class="warning"><b>WARNING:</b> Steam and hot surfaces cause severe burns. Wear heat-resistant gloves, a face shield and
a closed apron whenever the door is open.</p>
<p class="warning"><b>CAUTION:</b> Never run sealed bottles. Loosen every cap by half a turn, or the bottle may burst.</p>
<p>If the pressure rises above 3.1 bar, press the red emergency stop, leave the room and call extension 4411.</p>
<h2>4 Procedure</h2>
<h3>4.1 Before the run</h3>
<ol>
<li>Check that the chamber is empty and the drain strainer is clean.</li>
<li>Inspect the door gasket. Replace it if it shows cracks or is older than 12 months.</li>
<li>Fill the reservoir with demineralised water to the upper mark, about 18 litres.</li>
<li>Place one chemical indicator strip in the middle of the load and one next to the drain.</li>
</ol>
<h3>4.2 Running a cycle</h3>
<ol>
<li>Close the door and turn the wheel until the green lamp lights.</li>
<li>Choose the programme from Table 1. Do not change its temperature or time.</li>
<li>Press START and write the cycle number into the logbook.</li>
<li>Stay in the room until the holding temperature is reached.</li>
</ol>
<p class="next"><b>Table 1: Programmes</b></p>
<table>
<tr><th>Programme</th><th>Load</th><th>Temperature</th><th>Holding time</th><th>Pressure</th></tr>
<tr><td>P1</td><td>Wrapped instruments</td><td>134 °C</td><td>7 minutes</td><td>2.1 bar</td></tr>
<tr><td>P2</td><td>Glassware and media</td><td>121 °C</td><td>20 minutes</td><td>1.1 bar</td></tr>
<tr><td>P3</td><td>Biological waste</td><td>134 °C</td><td>30 minutes</td><td>2.1 bar</td></tr>
<tr><td>P4</td><td>Rubber and tubing</td><td>115 °C</td><td>35 minutes</td><td>0.7 bar</td></tr>
</table>
<h3>4.3 After the run</h3>
<p class="warning"><b>WARNING:</b> The autoclave must cool down for at least 45 minutes, and the chamber must be below 80 °C,
before the door is opened. Opening it earlier releases steam at face height.</p>
<ol>
<li>Wait until the display shows DOOR FREE. Stand to the side of the door and open it by two centimetres.</li>
<li>Let the steam escape for 5 minutes before opening the door fully.</li>
<li>Check both indicator strips. They must have turned evenly black.</li>
<li>If a strip is not black, label the load NOT STERILE and inform the shift supervisor at once.</li>
<li>Leave liquids in the chamber for another 20 minutes before they are moved.</li>
</ol>
<h2>5 Checks and maintenance</h2>
<table>
<tr><th>Check</th><th>How often</th><th>By whom</th><th>Record</th></tr>
<tr><td>Vacuum leak test</td><td>every Monday</td><td>operator</td><td>form F-14A</td></tr>
<tr><td>Biological indicator with <i>Geobacillus</i></td><td>weekly</td><td>operator</td><td>form F-14B</td></tr>
<tr><td>Safety valve</td><td>every 6 months</td><td>technical service</td><td>service log</td></tr>
<tr><td>Temperature calibration</td><td>once a year</td><td>external laboratory</td><td>certificate</td></tr>
</table>
<p>The vacuum leak rate must not exceed 1.3 mbar per minute. An autoclave that fails the leak test is taken out of service
until the technical service has released it in writing.</p>
<h2>6 Faults</h2>
<table>
<tr><th>Code</th><th>Meaning</th><th>What to do</th></tr>
<tr><td>E-07</td><td>Water level too low</td><td>Refill the reservoir and restart the cycle.</td></tr>
<tr><td>E-21</td><td>Door not locked</td><td>Open, clean the gasket, close again.</td></tr>
<tr><td>E-33</td><td>Temperature sensor lost</td><td>Stop the cycle; call the technical service.</td></tr>
</table>
<h2>7 Records</h2>
<p>Logbooks and indicator strips are kept for ten years in archive room B2. A load without a complete record counts as
not sterile.</p>
<h2 class="next">8 Change history</h2>
<table>
<tr><th>Version</th><th>Date</th><th>Change</th></tr>
<tr><td>3.2</td><td>2026-01-12</td><td>Cooling time raised from 30 to 45 minutes after incident 2025-118.</td></tr>
<tr><td>3.1</td><td>2025-03-03</td><td>Programme P4 added.</td></tr>
</table>
"""


def render() -> bytes:
    """The PDF, with a running head and page numbers."""
    story = pymupdf.Story(HTML, user_css=CSS)

    written = io.BytesIO()
    writer = pymupdf.DocumentWriter(written)
    more = 1
    while more:
        device = writer.begin_page(PAGE)
        more, _ = story.place(BODY)
        story.draw(device)
        writer.end_page()
    writer.close()
    document = pymupdf.open("pdf", written.getvalue())
    for number, page in enumerate(document, start=1):
        page.insert_text((56, 44), "SOP-LAB-014 · Operation of the Steam Autoclave AV-300", fontsize=8)
        page.insert_text(
            (56, PAGE.height - 36), f"Version 3.2 · Page {number} of {len(document)}", fontsize=8
        )
    document.set_metadata(
        {"title": "Operation of the Steam Autoclave AV-300", "author": "Sterilisation Services"}
    )
    return bytes(document.tobytes(garbage=3, deflate=True, no_new_id=True))


if __name__ == "__main__":
    target = Path(__file__).resolve().parent.parent / "examples" / "sop-autoclave.pdf"
    target.write_bytes(render())
    print(f"{target.name}: {target.stat().st_size:,} bytes", file=sys.stderr)
