import { expect, it } from 'vitest';
import { readCaptions } from './captions.ts';

const vttOf = (text: string) => {
  const read = readCaptions(text);
  return 'vtt' in read ? read.vtt : read.fault;
};

it('centres captions without settings, and keeps those of others', () => {
  const given =
    'WEBVTT - Zoë’s levels\r\n\r\nSTYLE\r\n::cue { color: gold }\r\n\r\nNOTE by 𝗧. O’Neill\r\n\r\nfirst\r\n00:37.265 --> 00:39.100\r\nR450.01 & <i>more</i>\r\n\r\n01:00:00.000 --> 01:00:02.5 line:10% align:start\r\nTop\r\n';
  expect(vttOf(given)).toBe(
    'WEBVTT\n\nSTYLE\n::cue { color: gold }\n\nfirst\n00:00:37.265 --> 00:00:39.100 align:center position:50%\nR450.01 & <i>more</i>\n\n01:00:00.000 --> 01:00:02.500 line:10% align:start\nTop\n',
  );
});

it('reads its own output', () => {
  const once = vttOf('WEBVTT\n\n00:01.000 --> 00:02.000\nGold\n');
  expect(vttOf(once)).toBe(once);
});

it('converts SubRip, with its tags, empty lines and missing numbers', () => {
  const given =
    '\uFEFF1\n00:00:01,000 --> 00:00:02,500 X1:10 X2:20 Y1:3 Y2:7\n<font color="#fff">Gold</font> {\\an8}<b>up</b>\n\n& down <7\n\n00:00:03,7 --> 00:00:04,000\nBuy --> hold &amp; wait\n\n\n3\n00:00:05,000 --> 00:00:06,000\n';
  const centred = 'align:center position:50%';
  expect(vttOf(given)).toBe(
    `WEBVTT

00:00:01.000 --> 00:00:02.500 ${centred}
Gold <b>up</b>
&amp; down &lt;7

00:00:03.700 --> 00:00:04.000 ${centred}
Buy --&gt; hold &amp; wait

00:00:05.000 --> 00:00:06.000 ${centred}

`,
  );
});

it.each([
  ['WEBVTT\n', 'There are no captions in it.'],
  ['WEBVTT\n\nNOTE 00:01.000 --> 00:02.000\n', 'There are no captions in it.'],
  ['Captions\n\n1\n00:00:01,000 --> 00:00:02,000\nx\n', 'Line 1 comes before the first caption.'],
  ['WEBVTT\n\n1\n00:61.000 --> 00:02.000\nx\n', 'The time in line 4 can’t be read.'],
  ['WEBVTT\n\n00:01.000 -->\nx\n', 'The time in line 3 can’t be read.'],
  ['1\n00:00:02,000 --> 00:00:02,000\nx\n', 'The caption in line 2 ends before it starts.'],
  ['1\n2\n3\n00:00:01,000 --> 00:00:02,000\nx\n', 'The time in line 4 can’t be read.'],
])('says what is wrong with %j', (text, fault) => {
  expect(readCaptions(text)).toEqual({ fault });
});
