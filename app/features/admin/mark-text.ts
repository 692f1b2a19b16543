/** A text field's content and selection. */
export interface Selection {
  text: string;
  start: number;
  end: number;
}

/** What replaces a part of the text, and what is selected then, counted from the part's beginning. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  select: [from: number, to: number];
}

export type Mark = 'heading' | 'bold' | 'list' | 'link';

/** Returns how a button of the toolbar changes the text. Pressed again, it takes its marks away. */
export function markText(mark: Mark, selection: Selection): Edit {
  if (mark === 'bold') return toggleBold(selection);
  if (mark === 'link') return toLink(selection);
  return togglePrefix(selection, mark === 'heading' ? '## ' : '- ');
}

function toggleBold({ text, start, end }: Selection): Edit {
  const chosen = text.slice(start, end);
  // Spaces inside the marks would leave it plain.
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(chosen) ?? [];
  const from = start + before.length;
  const to = end - after.length;
  if (text.slice(from - 2, from) === '**' && text.slice(to, to + 2) === '**')
    return { from: from - 2, to: to + 2, insert: inner, select: [0, inner.length] };
  const words = inner || 'bold text';
  return { from, to, insert: `**${words}**`, select: [2, 2 + words.length] };
}

function toLink({ text, start, end }: Selection): Edit {
  const chosen = text.slice(start, end).trim();
  if (/^(?:https?:\/\/|www\.)\S+$/.test(chosen))
    return { from: start, to: end, insert: `[text](${chosen})`, select: [1, 5] };
  const words = chosen.replaceAll(/[[\]\n]/g, ' ') || 'text';
  const begin = words.length + 3;
  return {
    ...{ from: start, to: end, insert: `[${words}](https://)` },
    select: [begin, begin + 'https://'.length],
  };
}

function togglePrefix({ text, start, end }: Selection, prefix: string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const hasAll = lines.every(
    (line) => line.startsWith(prefix) || (line === '' && lines.length > 1),
  );
  const insert = lines
    .map((line) =>
      hasAll
        ? line.slice(line.startsWith(prefix) ? prefix.length : 0)
        : `${prefix}${line.replace(/^(?:#{2,3}|[-•]) /, '')}`,
    )
    .join('\n');
  return { from, to, insert, select: [insert.length, insert.length] };
}

/** Returns what Enter does within a list: the next item, or its end after an empty one. Nothing elsewhere. */
export function continueList({ text, start, end }: Selection): Edit | undefined {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(from, start);
  const [mark] = /^[-•] /.exec(line) ?? [];
  if (start !== end || !mark) return undefined;
  if (line === mark) return { from, to: end, insert: '\n', select: [1, 1] };
  const insert = `\n${mark}`;
  return { from: start, to: end, insert, select: [insert.length, insert.length] };
}

/** Returns the text with a picture on a new line, after the line with the selection. */
export function insertPicture({ text, end }: Selection, src: string, alt: string): Edit {
  const next = text.indexOf('\n', end);
  const at = next < 0 ? text.length : next;
  const before = text.slice(0, at).trim() ? '\n\n' : '';
  const insert = `${before}![${alt.replaceAll(/[[\]\n]/g, ' ').trim()}](${src})\n`;
  return { from: at, to: at, insert, select: [insert.length, insert.length] };
}
