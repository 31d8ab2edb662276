/**
 * @param answers of a form that asks for an address, in words or as stored.
 * @returns its lines as on an envelope, the urbanization of Puerto Rico above the street (USPS Publication 28, section 29).
 */
export function addressLines(answers: Readonly<Record<string, unknown>>): string[] {
  const { care_of, urbanization, street_address, unit_apt_lot, suite_floor, city, state, zip_code } = answers;
  const lines = [
    care_of && `c/o ${care_of}`,
    urbanization && urbanizationLine(String(urbanization)),
    street_address,
    unit_apt_lot ?? suite_floor,
    `${city}, ${state} ${zip_code}`,
  ];
  return lines.filter(Boolean).map(String);
}

/** @returns "URB Las Gladiolas", whether "Las Gladiolas" or "Urb. Las Gladiolas" was typed. */
function urbanizationLine(typed: string): string {
  return `URB ${typed.replace(/^urb(?:\.|anizaci[oó]n|anization)?\s+/i, '')}`;
}
