/** Captions as WebVTT, or why they are not. */
export type ReadCaptions = { vtt: string } | { fault: string };

const timeLine = /^(\S{5,16})[ \t]+-->[ \t]+(\S{5,16})(?:[ \t]+(\S.{0,300}))?[ \t]*$/;
const timePattern = /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,](\d{1,3})$/;

/** Returns a time in milliseconds; undefined if it is none. */
function readTime(text: string): number | undefined {
  const found = timePattern.exec(text);
  if (!found) return undefined;
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] = found;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Number(fraction.padEnd(3, '0'));
}

function formatTime(milliseconds: number): string {
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, '0');
  const hours = String(Math.floor(milliseconds / 3_600_000)).padStart(2, '0');
  const fraction = String(milliseconds % 1000).padStart(3, '0');
  return `${hours}:${two(milliseconds / 60_000)}:${two(milliseconds / 1000)}.${fraction}`;
}

/** Without settings, iPhones show captions at the right edge. */
const centred = 'align:center position:50%';

/** The settings of WebVTT: `line:10%`. SubRip has pixels in their place. */
const isSetting = (word: string) =>
  /^(?:vertical|line|position|size|align|region):[\w.%,-]{1,40}$/.test(word);

/** The first lines of blocks that are no captions. */
const isNote = /^NOTE(?:[ \t]|$)/;
const isStyle = /^(?:STYLE|REGION)[ \t]*$/;

/** Writes a line of SubRip for WebVTT: its few tags stay, other characters are text. */
const fromSubRip = (line: string) =>
  line
    .replaceAll(/\{\\[^{}]{0,100}\}|<\/?font(?:\s[^<>]{0,200})?>/gi, '')
    .replaceAll(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, '&amp;')
    .replaceAll(/<(?!\/?[biu]>)/gi, '&lt;')
    .replaceAll('-->', '--&gt;');

interface Block {
  /** The number of its first line, from 1. */
  at: number;
  lines: string[];
}

function toBlocks(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') open = undefined;
    else if (open) open.lines.push(line);
    else {
      open = { at: index + 1, lines: [line] };
      blocks.push(open);
    }
  }
  return blocks;
}

/** Reads captions in WebVTT or SubRip (.srt). Captions without settings get centred ones. */
export function readCaptions(text: string): ReadCaptions {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .split(/\r\n|\n|\r/);
  const isWebVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '');
  const [, ...others] = toBlocks(lines);
  const blocks = isWebVtt ? others : toBlocks(lines);
  const written: string[] = ['WEBVTT'];
  let count = 0;
  for (const { at, lines: block } of blocks) {
    const index = block.findIndex((line) => line.includes('-->'));
    if (index < 0) {
      const [first = ''] = block;
      if (isWebVtt && isStyle.test(first) && count === 0) written.push(block.join('\n'));
      // SubRip allows empty lines within a caption.
      else if (!isWebVtt && count > 0) written.push(`${written.pop()}\n${toText(block)}`);
      else if (!isWebVtt) return { fault: `Line ${at} comes before the first caption.` };
      continue;
    }
    if (isNote.test(block[0] ?? '')) continue;
    const place = at + index;
    const [, from = '', to = '', given = ''] = timeLine.exec(block[index] ?? '') ?? [];
    const [start, end] = [readTime(from), readTime(to)];
    if (start === undefined || end === undefined || index > 1)
      return { fault: `The time in line ${place} can’t be read.` };
    if (end <= start) return { fault: `The caption in line ${place} ends before it starts.` };
    const settings = given.split(/[ \t]+/).filter(isSetting);
    const name = isWebVtt && index === 1 ? `${block[0]}\n` : '';
    const body = block.slice(index + 1);
    const times = `${formatTime(start)} --> ${formatTime(end)}`;
    written.push(
      `${name}${times} ${settings.join(' ') || centred}\n${isWebVtt ? body.join('\n') : toText(body)}`,
    );
    count += 1;
  }
  if (count === 0) return { fault: 'There are no captions in it.' };
  return { vtt: `${written.join('\n\n')}\n` };
}

const toText = (lines: string[]) => lines.map(fromSubRip).join('\n');
