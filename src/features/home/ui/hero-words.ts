/** A headline in the parts in which it is set. */
export interface HeadlineParts {
  /** Above, on a wide screen. */
  opening: string;
  /** The last word before the name, which keeps it company. */
  link: string;
  /** The name of the site, in gold; empty where the headline does not say it. */
  name: string;
  rest: string;
}

/** Takes a headline apart around the name of the site, as it is written there. */
export function splitHeadline(headline: string, name: string): HeadlineParts {
  const at = name === '' ? -1 : headline.toLowerCase().indexOf(name.toLowerCase());
  if (at < 0) return { opening: headline, link: '', name: '', rest: '' };
  const before = headline.slice(0, at);
  const [, opening = '', link = ''] = /^(.*?)(\S*\s*)$/s.exec(before) ?? [];
  return {
    ...{ opening, link },
    name: headline.slice(at, at + name.length),
    rest: headline.slice(at + name.length),
  };
}
