"""Writes the first and last names of Faker's locales (MIT licence) as JSON: a locale's name, its first and its last names."""
import importlib
import json
import pkgutil
import sys

import faker.providers.person as person


def names(provider, prefixes):
    found = set()
    for attribute in dir(provider):
        values = getattr(provider, attribute)
        if attribute.startswith(prefixes) and isinstance(values, (tuple, list, dict)):
            found.update(n.strip() for n in values if isinstance(n, str))
    return sorted(found)


locales = {}
for module in pkgutil.iter_modules(person.__path__):
    provider = importlib.import_module("faker.providers.person." + module.name).Provider
    locales[module.name] = {"First": names(provider, "first_names"), "Last": names(provider, ("last_names", "surnames"))}
json.dump(locales, sys.stdout, ensure_ascii=False)
