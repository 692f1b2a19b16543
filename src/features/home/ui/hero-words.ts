/** The parts of a headline, which are styled separately. */
export interface HeadlineParts {
  /** The text before the name. On wide screens it is on a separate line. */
  opening: string;
  /** The last word before the name, which stays on the same line. */
  link: string;
  /** The name of the site, in gold; empty if the headline does not contain it. */
  name: string;
  rest: string;
}

/** Splits a headline around the site's name, as the headline spells it. */
export function splitHeadline(headline: string, name: string): HeadlineParts {
  const at = name === '' ? -1 : headline.toLowerCase().indexOf(name.toLowerCase());
  if (at < 0) return { opening: headline, link: '', name: '', rest: '' };
  const before = headline.slice(0, at);
  const word = before.trim().split(/\s/).at(-1) ?? '';
  const linkAt = before.trimEnd().length - word.length;
  return {
    opening: before.slice(0, linkAt),
    link: before.slice(linkAt),
    name: headline.slice(at, at + name.length),
    rest: headline.slice(at + name.length),
  };
}
