/** The page that an address asks for, from 1 on; the first when it names none, nothing when it names nonsense. */
export function parsePageNumber(value: string | null): number | undefined {
  if (value === null) return 1;
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined;
}
