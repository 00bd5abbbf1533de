"""Prints the texts of a file as JSON, read by Python: read.py FORMAT FILE LOCALE."""

import json
import sys


def read_csv(path, locale):
    import csv

    with open(path, newline="", encoding="utf-8-sig") as file:
        return [row[locale] for row in csv.DictReader(file)]


def read_toml(path, _):
    import tomllib

    with open(path, "rb") as file:
        return tomllib.load(file)


def read_plist(path, _):
    import plistlib

    with open(path, "rb") as file:
        return without_rules(plistlib.load(file))


def without_rules(node):
    """What a .stringsdict says of its forms is no text."""
    if not isinstance(node, dict):
        return node
    return {
        key: without_rules(value)
        for key, value in node.items()
        if not key.startswith("NSString")
    }


def read_json(path, _):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def read_arb(path, locale):
    members = read_json(path, locale)
    if members["@@locale"] != locale:
        raise SystemExit("another locale: " + members["@@locale"])
    return {key: text for key, text in members.items() if not key.startswith("@")}


def read_xcstrings(path, locale):
    strings = read_json(path, locale)["strings"].values()
    return [texts_in(string["localizations"][locale]) for string in strings]


def texts_in(node):
    """Values of the string units at any depth."""
    if "value" in node:
        return [node["value"]]
    return [texts_in(child) for child in node.values() if isinstance(child, dict)]


def read_ini(path, _):
    import configparser

    parser = configparser.ConfigParser(interpolation=None)
    parser.read(path, encoding="utf-8")
    return [list(parser[name].values()) for name in parser.sections()]


def read_properties(path, _):
    from translate.storage.properties import javafile

    with open(path, "rb") as file:
        store = javafile(file)
    return [unit.target or unit.source for unit in store.units if not unit.isblank()]


def read_resx(path, _):
    from translate.storage.resx import RESXFile

    return [unit.target for unit in RESXFile.parsefile(path).units]


def read_ttml(path, _):
    import xml.etree.ElementTree as tree

    found = tree.parse(path).iter("{http://www.w3.org/ns/ttml}p")
    return [" ".join(part.strip() for part in p.itertext()) for p in found]


def read_strings(path, _):
    """The elements String of any namespace."""
    import xml.etree.ElementTree as tree

    found = [one for one in tree.parse(path).iter() if one.tag.endswith("String")]
    return [one.get("Value") or one.text for one in found]


READERS = {
    "csv": read_csv,
    "ini": read_ini,
    "json": read_json,
    "arb": read_arb,
    "plist": read_plist,
    "properties": read_properties,
    "resx": read_resx,
    "strings": read_strings,
    "toml": read_toml,
    "ttml": read_ttml,
    "xcstrings": read_xcstrings,
}

print(json.dumps(READERS[sys.argv[1]](*sys.argv[2:4])))
