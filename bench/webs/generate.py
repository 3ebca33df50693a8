#!/usr/bin/env python3
"""Makes the true values of two invented verticals in the format of webbox.

    generate.py FOLDER

writes FOLDER/VERTICAL/VERTICAL-SITE-ATTRIBUTE.txt, entities.tsv and vertical.json
for sailing ships and for microcontrollers. Each vertical has a pool of entities; each of ten
sites has a part of it, under names and in formats of its own, with gaps and a few
values that differ. All of it is made up, and the same at each run.
"""
import json
import os
import random
import sys

POOL = 250
LAST = 2012  # year that the registers of ships end with


def write(folder, vertical, described, sites):
    """Writes one vertical: sites is {site: [(entity id, {attribute: [values]})]}."""
    at = os.path.join(folder, vertical)
    os.makedirs(at, exist_ok=True)
    for old in os.listdir(at):
        os.remove(os.path.join(at, old))
    with open(os.path.join(at, "vertical.json"), "w", encoding="utf-8") as f:
        json.dump(described, f, indent=1, ensure_ascii=False)
        f.write("\n")
    with open(os.path.join(at, "entities.tsv"), "w", encoding="utf-8") as f:
        for site, records in sites.items():
            for page, (entity, _) in enumerate(records):
                f.write(f"{site}\t{page:04d}\t{entity}\n")
    for site, records in sites.items():
        attributes = sorted({a for _, values in records for a in values})
        for attribute in attributes:
            shown = [(page, values[attribute]) for page, (_, values) in enumerate(records) if values.get(attribute)]
            with open(os.path.join(at, f"{vertical}-{site}-{attribute}.txt"), "w", encoding="utf-8") as f:
                f.write(f"{vertical}\t{site}\t{attribute}\n{len(records)}\t{len(shown)}\n")
                for page, values in shown:
                    f.write("\t".join([f"{page:04d}", str(len(values))] + values) + "\n")


def part(rng, pool, size):
    """Draws size entities; those early in the pool are the well-known ones, which most sites have."""
    ranked = sorted(range(len(pool)), key=lambda i: rng.random() ** (1.0 / (1.0 + 9.0 * (1 - i / len(pool)) ** 2)), reverse=True)
    chosen = ranked[:size]
    rng.shuffle(chosen)
    return [pool[i] for i in chosen]


MONTHS = "January February March April May June July August September October November December".split()


def date(style, y, m, d):
    return {
        "long": f"{d} {MONTHS[m - 1]} {y}", "us": f"{MONTHS[m - 1]} {d}, {y}", "iso": f"{y}-{m:02d}-{d:02d}",
        "dots": f"{d:02d}.{m:02d}.{y}", "month": f"{MONTHS[m - 1]} {y}", "year": str(y), "short": f"{d} {MONTHS[m - 1][:3]} {y}",
    }[style]


def initials(name):
    first, last = name.rsplit(" ", 1)
    return " ".join(w[0] + "." for w in first.split()) + " " + last


# --- sailing ships ---

FIRST = "Alma Astrid Berta Cecilie Dagny Elida Freya Greta Helga Ingrid Johanna Karin Linnea Magda Nora Ottilie Petra Ragnhild Signe Thea Ursula Vera Wilma Anton Bernt Carl Ditlev Emil Fredrik Gustav Henrik Ivar Jonas Klaus Lorenz Mats Nils Oskar Peder Ruben".split()
SURNAME = "Aasen Borgen Carstens Dahlin Ekdal Fjeld Grönvall Hagström Iversen Jessen Kjær Lindqvist Møller Nordahl Osterloh Paulsen Ravn Steen Thorsen Ulvang Vester Winther Østby Brandt Corvin Dreyer Falk".split()
SHIPWORD = "Morning North Silver Western Wandering Grey Bright Far Northern Southern Restless Golden Patient Distant Early".split()
SHIPNOUN = "Star Tern Petrel Horizon Albatross Wind Lantern Heron Venture Meridian Curlew Promise Gull Passage Pilot Tide Harbour Kestrel".split()
RIGS = ["Barque", "Brig", "Brigantine", "Full-rigged ship", "Topsail schooner", "Gaff schooner", "Ketch", "Barquentine", "Cutter", "Lugger"]
PORTS = [("Bergen", "Norway"), ("Stavanger", "Norway"), ("Gothenburg", "Sweden"), ("Kalmar", "Sweden"), ("Svendborg", "Denmark"), ("Aarhus", "Denmark"), ("Bremerhaven", "Germany"), ("Stralsund", "Germany"), ("Harlingen", "Netherlands"), ("Enkhuizen", "Netherlands"), ("Ostend", "Belgium"), ("Saint-Malo", "France"), ("Brest", "France"), ("Bristol", "United Kingdom"), ("Leith", "United Kingdom"), ("Cork", "Ireland"), ("Cádiz", "Spain"), ("Aveiro", "Portugal"), ("Turku", "Finland"), ("Tallinn", "Estonia"), ("Gdynia", "Poland"), ("Portland, Maine", "United States"), ("Lunenburg", "Canada"), ("Hobart", "Australia")]
YARDS = ["Aasgaard & Sønner", "Brodersen Yard", "Carrick Shipbuilding Co.", "De Hoop Werf", "Ekensberg Varv", "Fjordvik Mek. Verksted", "G. Halvorsen", "Hansa Werft AG", "J. Pellow & Sons", "Kieler Bootsbau", "Lindö Skeppsvarv", "Marstal Skibsværft", "North Quay Engineering", "O'Driscoll Brothers", "Petersen & Ruge", "Quimper Chantiers", "Rowan, Baird & Co.", "Stocznia Wisła", "Tamar Boatyard", "Union Dock", "Vlissingse Scheepsbouw", "W. Strachan"]
HULLS = ["Steel", "Iron", "Oak on oak frames", "Pine on oak", "Composite (iron frames, teak planking)", "Wood, coppered", "Larch on oak", "Riveted steel"]
STATUS = ["Museum ship", "Sail training ship", "Private yacht", "Charter vessel", "Under restoration", "Laid up", "Wrecked", "Broken up", "Static restaurant ship", "Expedition ship"]
OWNERS = ["Nordhavn Maritime Trust", "City of {port}", "Friends of the {name}", "{port} Sea Scouts", "Stiftung Altes Segel", "Blue Passage Ltd", "Royal {port} Sailing Club", "Private owner", "Maritime College {port}", "Kust & Zee Foundation"]
FAR = ["Callao", "Valparaíso", "Iquique", "Sydney", "Melbourne", "Port Louis", "Bahia", "New York", "Reykjavík", "Svalbard", "Madeira", "Cape Town", "Barbados", "Archangel", "Riga", "Lisbon"]


def persons(rng, n):
    out = []
    while len(out) < n:
        p = rng.choice(FIRST) + (" " + rng.choice("ABEFGHJKLMNOPRST") + "." if rng.random() < .2 else "") + " " + rng.choice(SURNAME)
        if p not in out:
            out.append(p)
    return out


def ships(rng):
    names, pool = [], []
    while len(names) < POOL:
        n = rng.choice(FIRST) + " " + rng.choice(SURNAME) if rng.random() < .45 else rng.choice(SHIPWORD) + " " + rng.choice(SHIPNOUN)
        if rng.random() < .12:
            n = rng.choice(FIRST) + " " + rng.choice(["II", "af " + rng.choice(PORTS)[0].split(",")[0], "Maria", "Sofia"])
        if n not in names:
            names.append(n)
    for i, name in enumerate(names):
        port, country = rng.choice(PORTS)
        year = rng.randint(1868, 1998)
        length = round(rng.uniform(17, 98), 1)
        t, when = year, []
        for _ in range(rng.randint(1, 5)):
            start = t + rng.randint(0, 3)
            t = start + rng.randint(2, 14)
            when.append((start, t))
        was, t = [], year
        for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
            end = t + rng.randint(4, 25)
            was.append((rng.choice([rng.choice(FIRST), rng.choice(SHIPWORD) + " " + rng.choice(SHIPNOUN), rng.choice(FIRST) + " " + rng.choice(SURNAME)]), t, end))
            t = end
        crew = rng.randint(4, 48)
        when = [(y, min(z, LAST)) for y, z in when if y < LAST]
        was = [(n, y, min(z, LAST)) for n, y, z in was if y < LAST]
        pool.append(dict(id=f"ship{i:03d}", name=name, rig=rng.choice(RIGS), builder=rng.choice(YARDS), yard_port=rng.choice(PORTS), launched=(year, rng.randint(1, 12), rng.randint(1, 28)),
                         flag=country, port=port, length=length, beam=round(length / rng.uniform(4.3, 6.4), 2), tonnage=int(length ** 2 * rng.uniform(.12, .3)), sail=int(length * rng.uniform(9, 22) / 5) * 5, crew=crew, trainees=rng.choice([0, 0, 12, 24, 36, 60]),
                         masters=list(zip(persons(rng, len(when)), when)), former=was, designer=persons(rng, 1)[0], hull=rng.choice(HULLS), status=rng.choice(STATUS), owner=rng.choice(OWNERS).format(port=port.split(",")[0], name=name),
                         voyages=[(port.split(",")[0], f, min(LAST, year + rng.randint(1, 60))) for f in rng.sample(FAR, rng.randint(0, 4))], imo=str(rng.randint(5000000, 8999999))))
    return pool


SHIP_SITES = {
    # site: (entities, style of names, attributes in its formats)
    "bluewater": (96, "plain", dict(rig="plain", builder="yard", launched="year", flag="plain", home_port="town", length="m1", former_names="plain", masters="plain", status="plain")),
    "canvasandoak": (74, "rig first", dict(builder="yard and town", launched="long", home_port="town, country", length="ft", beam="ft", hull="plain", masters="years", designer="plain", voyages="dash", rig="plain")),
    "harbourlist": (108, "year", dict(rig="lower", flag="plain", home_port="town", length_m="m1", beam_m="m2", tonnage="t", crew="sum", owner="plain", status="plain", former_names="plain")),
    "mastregister": (88, "upper", dict(rig="plain", builder="yard", launched="iso", flag="code", length_m="m2", sail_area="m2", crew="plain", former_names="years", imo="plain", hull="plain")),
    "oldrigging": (52, "comma rig", dict(builder="yard and town", launched="month", flag="plain", home_port="town", former_names="ex", masters="initials", hull="plain", status="plain", voyages="to", designer="initials")),
    "quaysidemuseum": (43, "plain", dict(rig="plain", builder="yard", launched="us", home_port="town, country", designer="plain", owner="plain", hull="plain", masters="years", voyages="dash", length="m1", tonnage="t")),
    "sailarchive": (103, "parenthesis rig", dict(rig="plain", launched="year", flag="plain", home_port="town", length="both", sail_area="m2", masters="plain", former_names="years", builder="yard")),
    "tallmast": (81, "prefix", dict(rig="plain", builder="yard", launched="short", flag="plain", length="m1", beam="m", sail_area="ft2", crew="sum", owner="plain", status="plain", masters="captain", imo="plain")),
    "windjammers": (66, "plain", dict(rig="plain", builder="yard and town", launched="dots", home_port="town", tonnage="grt", crew="plain", hull="plain", former_names="plain", voyages="to", designer="plain", status="plain")),
    "yardbook": (59, "surname first", dict(builder="yard", designer="surname first", launched="long", length="m2", beam="m", tonnage="grt", hull="plain", rig="plain", owner="plain", masters="initials")),
}
CODES = {"Norway": "NOR", "Sweden": "SWE", "Denmark": "DEN", "Germany": "GER", "Netherlands": "NED", "Belgium": "BEL", "France": "FRA", "United Kingdom": "GBR", "Ireland": "IRL", "Spain": "ESP", "Portugal": "POR", "Finland": "FIN", "Estonia": "EST", "Poland": "POL", "United States": "USA", "Canada": "CAN", "Australia": "AUS"}


def feet(m):
    inches = round(m / .0254)
    return f"{inches // 12} ft {inches % 12} in"


def ship_name(s, style):
    n = s["name"]
    return {"plain": n, "rig first": s["rig"].split()[-1].capitalize() + " " + n, "year": f"{n} ({s['launched'][0]})", "upper": n.upper(), "comma rig": f"{n}, {s['rig'].lower()}",
            "parenthesis rig": f"{n} ({s['rig'].lower()})", "prefix": "SV " + n, "surname first": n}[style]


def ship_value(s, a, style):
    year = s["launched"][0]
    if a == "rig":
        return [s["rig"].lower() if style == "lower" else s["rig"]]
    if a == "builder":
        return [s["builder"] + (", " + s["yard_port"][0].split(",")[0] if style == "yard and town" else "")]
    if a == "launched":
        return [date(style, *s["launched"])]
    if a == "flag":
        return [CODES[s["flag"]] if style == "code" else s["flag"]]
    if a == "home_port":
        return [s["port"] + (", " + s["flag"] if "country" in style else "")]
    if a in ("length", "length_m", "beam", "beam_m"):
        m = s[a.removesuffix("_m")]
        text = {"m1": f"{m:.1f}", "m2": f"{m:.2f}", "m": f"{m:.1f}", "ft": feet(m), "both": f"{m:.1f} m ({m / .3048:.0f} ft)"}[style]
        return [text if a.endswith("_m") or style in ("ft", "both") else text + " m"]
    if a == "tonnage":
        return [f"{s['tonnage']:,} t" if style == "t" else f"{s['tonnage']} GRT"]
    if a == "sail_area":
        return [f"{s['sail']} m²" if style == "m2" else f"{round(s['sail'] * 10.764):,} sq ft"]
    if a == "crew":
        return [f"{s['crew']} + {s['trainees']} trainees" if style == "sum" and s["trainees"] else str(s["crew"])]
    if a == "masters":
        return [{"plain": p, "years": f"{p} ({y}–{z})", "initials": initials(p), "captain": "Capt. " + p}[style] for p, (y, z) in s["masters"]]
    if a == "former_names":
        return [{"plain": n, "years": f"{n} ({y}–{z})", "ex": "ex " + n}[style] for n, y, z in s["former"]]
    if a == "voyages":
        return [f"{p} to {q} ({y})" if style == "to" else f"{p}–{q} {y}" for p, q, y in sorted(s["voyages"], key=lambda v: v[2])]
    if a == "designer":
        p = s["designer"]
        return [initials(p) if style == "initials" else p.rsplit(" ", 1)[1] + ", " + p.rsplit(" ", 1)[0] if style == "surname first" else p]
    return [s[a]]


SHIP = {
    "key": "name", "title": "name", "group": "rig", "group_as": "rig", "noun": "ship", "identity": ["name"], "other": "microcontroller",
    "labels": {
        "name": ["Name"], "rig": ["Rig", "Type", "Rigging", "Type of vessel"], "builder": ["Builder", "Built by", "Shipyard", "Yard"], "launched": ["Launched", "Date of launch", "Built", "In the water since"],
        "flag": ["Flag", "Nationality", "Country"], "home_port": ["Home port", "Port of registry", "Lies at", "Based at"], "length": ["Length overall", "LOA", "Length", "Hull length"], "length_m": ["Length (m)", "LOA [m]", "Length in metres"],
        "beam": ["Beam", "Width", "Breadth"], "beam_m": ["Beam (m)", "Breadth [m]", "Width in metres"], "tonnage": ["Tonnage", "Displacement", "Gross tonnage"], "sail_area": ["Sail area", "Canvas", "Total sail"],
        "crew": ["Crew", "Complement", "Berths"], "masters": ["Masters", "Captains", "Commanded by", "Captain(s)"], "former_names": ["Former names", "Ex-names", "Previously", "Earlier names"], "voyages": ["Voyages", "Notable voyages", "Passages"],
        "designer": ["Designer", "Naval architect", "Drawn by"], "hull": ["Hull", "Hull material", "Construction"], "status": ["Status", "Today", "Current use"], "owner": ["Owner", "Operator", "In the care of"], "imo": ["IMO number", "IMO", "Register no."],
    },
    "extras": [
        {"name": "masts", "gen": "int:1:4", "shared": True, "rate": 90, "labels": ["Masts", "Number of masts"]},
        {"name": "figurehead", "gen": "choice:Lady in blue|Lion|Eagle|None|Scroll|Mermaid", "shared": True, "rate": 45, "labels": ["Figurehead"]},
        {"name": "engine", "gen": "choice:None|Diesel, 180 hp|Diesel, 320 hp|Twin diesel|Steam (removed)", "rate": 60, "labels": ["Auxiliary engine", "Engine"]},
        {"name": "surveyed", "gen": "date:2001:2010", "rate": 40, "labels": ["Last survey", "Surveyed"]},
        {"name": "photographer", "gen": "person", "rate": 35, "labels": ["Photo", "Picture by"]},
    ],
    "mentions": ["the %name% under %flag% colours", "%name%, built by %builder%", "a berth on %name% at %home_port%", "%name%, launched in %launched%", "%name%"],
}


def ship_site(rng, pool, size, names, formats):
    records = []
    for s in part(rng, pool, size):
        v = {"name": [ship_name(s, names)]}
        for a, style in formats.items():
            if rng.random() < {"former_names": .05, "rig": .02, "designer": .3, "voyages": .25, "imo": .3, "owner": .2}.get(a, .08):
                continue
            t = s
            if a in ("length", "length_m") and rng.random() < .05:  # measured otherwise
                t = dict(s, length=s["length"] + .3)
            if a == "crew" and rng.random() < .08:
                t = dict(s, crew=s["crew"] + 1)
            if a == "masters" and rng.random() < .15:
                t = dict(s, masters=s["masters"][:-1])
            v[a] = ship_value(t, a, style)
        records.append((s["id"], v))
    return records


# --- microcontrollers ---

VENDORS = [("Kestrix", "KX", 32), ("Nordic Silica", "NS", 8), ("Ambralogic", "AL", 32), ("Tessel Devices", "TD", 16), ("Voltana", "VT", 32), ("Orbis Semiconductor", "OS", 8), ("Miraxon", "MRX", 32), ("Quillcore", "QC", 32), ("Zenit Micro", "ZM", 16)]
CORES = {8: ["8-bit AVX", "8051 compatible", "8-bit RISC"], 16: ["16-bit T16", "16-bit RISC"], 32: ["Cortex-M0+", "Cortex-M3", "Cortex-M4F", "Cortex-M33", "RV32IMC", "RV32IMAC"]}
PACKAGES = {20: ["TSSOP-20", "QFN-20", "SOIC-20"], 28: ["SSOP-28", "QFN-28", "DIP-28"], 32: ["LQFP-32", "QFN-32", "TQFP-32"], 48: ["LQFP-48", "QFN-48", "BGA-49"], 64: ["LQFP-64", "QFN-64", "BGA-64"], 100: ["LQFP-100", "BGA-100"], 144: ["LQFP-144", "BGA-144"]}
PERIPHERALS = ["UART", "SPI", "I2C", "CAN", "USB 2.0 FS", "I2S", "LIN", "SDIO", "Ethernet MAC", "QSPI"]


def chips(rng):
    pool, seen = [], set()
    while len(pool) < POOL:
        vendor, prefix, bits = rng.choice(VENDORS)
        series = rng.choice({8: ["8A", "8L"], 16: ["16", "16X"], 32: ["32F", "32L", "32H"]}[bits])
        pins = rng.choice(list(PACKAGES))
        flash = rng.choice({8: [4, 8, 16, 32], 16: [16, 32, 64, 128], 32: [32, 64, 128, 256, 512, 1024]}[bits])
        number = f"{rng.choice([0, 1, 2, 4, 7])}{rng.randint(0, 9)}{rng.randint(0, 9)}"
        part_no = f"{prefix}{series}{number}{'FGKCRVZ'[list(PACKAGES).index(pins)]}{ {4: '2', 8: '3', 16: '4', 32: '6', 64: '8', 128: 'B', 256: 'C', 512: 'E', 1024: 'G'}[flash]}"
        if part_no in seen:
            continue
        seen.add(part_no)
        low = rng.choice([1.65, 1.8, 2.0, 2.4, 2.7])
        high = rng.choice([3.6, 5.5]) if bits < 32 else 3.6
        hot = rng.choice([85, 85, 105, 125])
        peripherals = [(p, rng.randint(1, 4) if p in ("UART", "SPI", "I2C", "CAN") else 1) for p in sorted(rng.sample(PERIPHERALS, rng.randint(2, 5)), key=PERIPHERALS.index)]
        pool.append(dict(id=f"mcu{len(pool):03d}", part=part_no, series=prefix + series + number[0], vendor=vendor, core=rng.choice(CORES[bits]), clock=rng.choice({8: [8, 16, 20], 16: [16, 24, 25, 40], 32: [32, 48, 64, 72, 80, 120, 168, 216]}[bits]),
                         flash=flash, ram=max(0.5, flash / rng.choice([4, 8, 8, 16])), pins=pins, gpio=pins - rng.randint(4, 14), low=low, high=high, hot=hot, packages=rng.sample(PACKAGES[pins], rng.randint(1, len(PACKAGES[pins]))),
                         interfaces=peripherals, adc=(rng.choice([10, 12, 12, 16]), rng.choice([5, 8, 10, 12, 16, 24])), price=round(rng.uniform(.38, 11.9), 2), status=rng.choice(["Active", "Active", "Active", "NRND", "Obsolete", "Preview"]),
                         introduced=(rng.randint(2004, 2023), rng.randint(1, 12), rng.randint(1, 28)), sleep=rng.choice([.3, .45, .9, 1.2, 2.1, 3.5]), timers=[f"{n}× {w}-bit" for n, w in [(rng.randint(1, 6), 16), (rng.randint(1, 3), 8 if bits == 8 else 32)][:rng.randint(1, 2)]]))
    return pool


CHIP_SITES = {
    "bitcatalog": (105, "part", dict(vendor="plain", core="plain", clock="MHz", flash="KB", ram="KB", pins="plain", voltage="dash", packages="plain", interfaces="times", status="plain")),
    "chipfinder": (92, "vendor part", dict(core="plain", clock_mhz="n", flash_kb="n", ram_kb="n", gpio="plain", voltage="to", temperature="to", packages="plain", adc="comma", vendor="plain")),
    "corelisting": (70, "part word", dict(vendor="plain", series="plain", clock="up to", flash="KB", ram="bytes", interfaces="plain", timers="plain", adc="x", temperature="range", status="plain", introduced="month")),
    "datasheetbay": (110, "lower", dict(vendor="plain", flash="KiB", ram="KiB", clock="MHz", pins="pin", voltage="min max", packages="plain", price="usd", temperature="to", core="plain")),
    "embeddeddb": (61, "part", dict(series="plain", core="plain", clock="MHz", flash="K", ram="K", gpio="plain", interfaces="times", sleep="uA", voltage="dash", vendor="plain", introduced="year")),
    "logicmart": (84, "part package", dict(vendor="plain", price="usd", flash_kb="n", clock_mhz="n", packages="plain", status="plain", temperature="range", pins="plain", interfaces="plain")),
    "makerparts": (46, "spaced", dict(core="plain", vendor="plain", clock="MHz", flash="KB", ram="KB", gpio="plain", price="eur", interfaces="count", packages="nodash", adc="comma", timers="plain")),
    "microindex": (77, "part", dict(vendor="upper", core="plain", flash="KB", ram="KB", pins="plain", voltage="to", temperature="to", packages="plain", timers="plain", introduced="iso", status="plain")),
    "pinoutlab": (55, "part (vendor)", dict(pins="plain", gpio="plain", packages="plain", interfaces="times", voltage="dash", core="plain", clock="MHz", sleep="uA", series="plain", vendor="plain")),
    "siliconshelf": (99, "dash", dict(vendor="plain", core="plain", clock_mhz="n", flash_kb="n", ram_kb="n", adc="x", price="usd", status="plain", temperature="range", interfaces="plain", timers="plain")),
}


def chip_name(c, style):
    p = c["part"]
    cut = next(i for i, x in enumerate(p) if x.isdigit())
    return {"part": p, "vendor part": c["vendor"] + " " + p, "part word": p + " Microcontroller", "lower": p.lower(), "part package": f"{p} ({c['packages'][0]})", "spaced": p[:cut] + " " + p[cut:],
            "part (vendor)": f"{p} ({c['vendor']})", "dash": p[:-2] + "-" + p[-2:]}[style]


def number(x):
    return f"{x:g}"


def chip_value(c, a, style):
    if a == "vendor":
        return [c["vendor"].upper() if style == "upper" else c["vendor"]]
    if a in ("clock", "clock_mhz"):
        return [{"n": str(c["clock"]), "MHz": f"{c['clock']} MHz", "up to": f"up to {c['clock']} MHz"}[style]]
    if a in ("flash", "flash_kb", "ram", "ram_kb"):
        n = c[a.removesuffix("_kb")]
        return [{"n": number(n), "bytes": f"{int(n * 1024):,} bytes", "K": number(n) + "K"}.get(style, f"{number(n)} {style}")]
    if a == "pins":
        return [f"{c['pins']}-pin" if style == "pin" else str(c["pins"])]
    if a == "gpio":
        return [str(c["gpio"])]
    if a == "voltage":
        return [{"dash": f"{c['low']}–{c['high']} V", "to": f"{c['low']} V to {c['high']} V", "min max": f"{c['low']:.2f} V min, {c['high']:.2f} V max"}[style]]
    if a == "temperature":
        return [f"−40 °C to +{c['hot']} °C" if style == "to" else f"-40...{c['hot']} °C"]
    if a == "packages":
        return [p.replace("-", "") if style == "nodash" else p for p in c["packages"]]
    if a == "interfaces":
        return [{"times": f"{n}× {p}" if n > 1 else p, "count": f"{p} ({n})", "plain": p}[style] for p, n in c["interfaces"]]
    if a == "adc":
        return [f"{c['adc'][0]}-bit, {c['adc'][1]} channels" if style == "comma" else f"{c['adc'][1]} x {c['adc'][0]} bit"]
    if a == "price":
        return [f"${c['price']:.2f}" if style == "usd" else f"{c['price'] * .92:.2f} €".replace(".", ",")]
    if a == "introduced":
        return [date(style, *c["introduced"])]
    if a == "sleep":
        return [f"{c['sleep']} µA"]
    return c[a] if isinstance(c[a], list) else [c[a]]


CHIP = {
    "key": "part", "title": "part", "group": "vendor", "group_as": "maker", "noun": "microcontroller", "identity": ["part"], "other": "sailingship",
    "labels": {
        "part": ["Part number"], "series": ["Series", "Product line", "Family"], "vendor": ["Manufacturer", "Vendor", "Made by", "Mfr."], "core": ["Core", "CPU core", "Architecture", "Processor"], "clock": ["Clock speed", "Max. frequency", "Speed", "fCPU"],
        "clock_mhz": ["Clock (MHz)", "Frequency [MHz]", "Speed, MHz"], "flash": ["Flash", "Program memory", "Flash memory", "ROM"], "flash_kb": ["Flash (KB)", "Program memory [KB]", "Flash, KB"], "ram": ["RAM", "SRAM", "Data memory"],
        "ram_kb": ["RAM (KB)", "SRAM [KB]", "Data memory, KB"], "pins": ["Pins", "Pin count", "No. of pins"], "gpio": ["GPIO", "I/O pins", "I/O lines"], "voltage": ["Supply voltage", "VDD", "Operating voltage"], "temperature": ["Operating temperature", "Temp. range", "Ambient temperature"],
        "packages": ["Packages", "Package options", "Available in", "Case"], "interfaces": ["Interfaces", "Connectivity", "Peripherals"], "adc": ["ADC", "A/D converter", "Analog inputs"], "timers": ["Timers", "Timer/counters"], "price": ["Price", "Unit price", "1 pc from"],
        "status": ["Lifecycle", "Status", "Product status"], "introduced": ["Introduced", "Release date", "On the market since"], "sleep": ["Standby current", "Sleep current", "Current (deep sleep)"],
    },
    "extras": [
        {"name": "moq", "gen": "choice:1|10|100|250|1000", "rate": 60, "labels": ["Minimum order", "MOQ"]},
        {"name": "stock", "gen": "int:0:18400", "rate": 75, "labels": ["In stock", "Stock"]},
        {"name": "datasheet", "gen": "choice:Rev. A|Rev. 2|Rev. 3.1|Rev. D|Rev. 7", "rate": 70, "labels": ["Datasheet", "Document"]},
        {"name": "rohs", "gen": "choice:Yes|Yes|Yes|No|Exempt", "shared": True, "rate": 80, "labels": ["RoHS", "RoHS compliant"]},
        {"name": "watchdog", "gen": "choice:Yes|No|Windowed", "shared": True, "rate": 50, "labels": ["Watchdog"]},
    ],
    "mentions": ["the %part% from %vendor%", "%vendor%'s %part%", "a board with the %part%", "the %part% and its %core% core", "%part%"],
}


def chip_site(rng, pool, size, names, formats):
    records = []
    for c in part(rng, pool, size):
        v = {"part": [chip_name(c, names)]}
        for a, style in formats.items():
            if rng.random() < {"vendor": .02, "price": .15, "introduced": .25, "sleep": .2, "timers": .2, "series": .1}.get(a, .06):
                continue
            t = c
            if a == "price":  # each shop has its own
                t = dict(c, price=round(c["price"] * rng.uniform(.9, 1.25), 2))
            if a == "interfaces" and rng.random() < .15:
                t = dict(c, interfaces=c["interfaces"][:-1])
            v[a] = chip_value(t, a, style)
        records.append((c["id"], v))
    return records


def main(folder):
    for vertical, described, make, sites, site in [("sailingship", SHIP, ships, SHIP_SITES, ship_site), ("microcontroller", CHIP, chips, CHIP_SITES, chip_site)]:
        pool = make(random.Random(vertical))
        write(folder, vertical, described, {name: site(random.Random(f"{vertical} {name}"), pool, *how) for name, how in sites.items()})


if __name__ == "__main__":
    main(sys.argv[1])
