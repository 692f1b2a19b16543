/** A text field's content and selection. */
export interface Selection {
  text: string;
  start: number;
  end: number;
}

/** Replaces a part of the text, and selects a part of what was inserted. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  select: [from: number, to: number];
}

export type Mark = 'heading' | 'bold' | 'list' | 'link';

/** Returns the edit of a toolbar button. Pressed again, it removes its marks. */
export function markText(mark: Mark, selection: Selection): Edit {
  if (mark === 'bold') return toggleBold(selection);
  if (mark === 'link') return toLink(selection);
  return togglePrefix(selection, mark === 'heading' ? '## ' : '- ');
}

function toggleBold({ text, start, end }: Selection): Edit {
  // With spaces inside the marks, the text would stay plain.
  const words = text.slice(start, end).trim();
  const from = words ? text.indexOf(words, start) : start;
  const to = from + words.length;
  if (text.slice(from - 2, from) === '**' && text.slice(to, to + 2) === '**')
    return { from: from - 2, to: to + 2, insert: words, select: [0, words.length] };
  const bold = words || 'bold text';
  return { from, to, insert: `**${bold}**`, select: [2, 2 + bold.length] };
}

function toLink({ text, start: from, end: to }: Selection): Edit {
  const chosen = text.slice(from, to).trim();
  const isAddress = /^(?:https?:\/\/|www\.)\S+$/.test(chosen);
  const words = isAddress ? 'text' : chosen.replaceAll(/[[\]\n]/g, ' ') || 'text';
  const address = isAddress ? chosen : 'https://';
  const insert = `[${words}](${address})`;
  const next = isAddress ? 1 : words.length + 3;
  return { from, to, insert, select: [next, next + (isAddress ? words : address).length] };
}

function togglePrefix({ text, start, end }: Selection, prefix: string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = endOfLine(text, end);
  const lines = text.slice(from, to).split('\n');
  const hasAll = lines.every((line) => line.startsWith(prefix));
  const insert = lines
    .map((line) =>
      hasAll ? line.slice(prefix.length) : prefix + line.replace(/^(?:#{2,3}|[-•]) /, ''),
    )
    .join('\n');
  return { from, to, insert, select: [insert.length, insert.length] };
}

function endOfLine(text: string, from: number): number {
  const next = text.indexOf('\n', from);
  return next < 0 ? text.length : next;
}

/**
 * Returns what Enter does in a list: it starts the next item, or ends the list after an empty one.
 */
export function continueList({ text, start, end }: Selection): Edit | undefined {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(from, start);
  const [mark] = /^[-•] /.exec(line) ?? [];
  if (start !== end || !mark) return undefined;
  const isEmpty = line === mark;
  const insert = isEmpty ? '\n' : `\n${mark}`;
  return { from: isEmpty ? from : start, to: end, insert, select: [insert.length, insert.length] };
}

/** Returns the edit that inserts a picture on a new line after the selection. */
export function insertPicture({ text, end }: Selection, src: string, alt: string): Edit {
  const at = endOfLine(text, end);
  const before = text.slice(0, at).trim() ? '\n\n' : '';
  const insert = `${before}![${alt.replaceAll(/[[\]\n]/g, ' ').trim()}](${src})\n`;
  return { from: at, to: at, insert, select: [insert.length, insert.length] };
}
