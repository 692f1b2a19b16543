import { candles, dial, file, line, metalGradient } from './brand.ts';
import { type Drawing, letters, sheets } from './drawing.ts';

const inks = sheets.dark;

/** The right half of head and neck, of the hair, and of the shoulders; the left half mirrors it. */
const head =
  'M400 196C466 196 503 244 504 322C504 340 503 352 502 364C511 362 515 374 512 392C509 412 503 424 495 426C491 458 482 480 468 496C460 506 454 514 452 524V640H400z';
const shoulders =
  'M400 600L452 560C462 592 494 606 536 620L632 650C690 670 716 712 726 778L752 1000H400z';

/** The hair, parted on the left of the picture. */
const hair =
  'M296 372C286 330 288 262 318 224C346 188 398 176 440 186C494 198 520 256 504 372C498 352 494 330 486 312C478 290 462 276 440 270C404 262 372 262 346 248C338 276 318 296 310 320C304 338 302 356 296 372z';

const both = (path: string) =>
  `<path d="${path}"/><path d="${path}" transform="matrix(-1 0 0 1 800 0)"/>`;

/** An engraver's lines across head and neck, bent around it like a cylinder. */
function engravedHead() {
  let d = '';
  for (let y = 190; y < 640; y += 7) d += `M280 ${y}Q400 ${y + 34} 520 ${y}`;
  return d;
}

/** Combed from the parting to the right, and down on its short side. */
function engravedHair() {
  let d = '';
  for (let strand = 0; strand < 20; strand += 1) {
    const part = strand / 19;
    const along = (from: number, by: number) => Math.round(from + by * part);
    const start = `M${along(328, 18)} ${along(196, 54)}C`;
    d += `${start}${along(410, -20)} ${along(138, 126)} ${along(548, -88)} ${along(196, 82)} ${along(508, -16)} ${along(372, -36)}`;
    d += `${start}${along(302, 34)} ${along(216, 62)} ${along(284, 32)} ${along(264, 40)} ${along(290, 12)} 366`;
  }
  return d;
}

/** And down the coat, fanning out from the collar. */
function engravedCoat() {
  let d = '';
  for (let x = 0; x <= 60; x += 1) d += `M${240 + x * 5.4} 540L${x * 20 - 200} 1000`;
  return d;
}

const gradient = (id: string, place: string, stops: readonly (readonly [number, number])[]) =>
  `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" ${place}>${stops
    .map(
      ([offset, opacity]) =>
        `<stop offset="${offset}" stop-color="#deba6d" stop-opacity="${opacity}"/>`,
    )
    .join('')}</linearGradient>`;

const definitions =
  metalGradient(inks.metal) +
  '<radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="440" cy="380" r="560"><stop stop-color="#5a4422"/><stop offset=".55" stop-color="#251c10"/><stop offset="1" stop-color="#120e09"/></radialGradient>' +
  gradient('light', 'x1="300" y1="0" x2="515" y2="0"', [
    [0, 0.3],
    [0.35, 0.05],
    [0.62, 0.22],
    [1, 0.95],
  ]) +
  gradient('coat', 'x1="80" y1="0" x2="730" y2="0"', [
    [0, 0.2],
    [0.45, 0.06],
    [1, 0.6],
  ]) +
  '<linearGradient id="fade" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#120e09" stop-opacity="0"/><stop offset=".7" stop-color="#120e09"/></linearGradient>' +
  `<clipPath id="head">${both(head)}</clipPath><clipPath id="hair"><path d="${hair}"/></clipPath><clipPath id="shoulders">${both(shoulders)}</clipPath>`;

/** The light's edge along the right side, and a fainter one along the left. */
const rims =
  line(
    'M296 372C286 330 288 262 318 224C346 188 398 176 440 186C494 198 520 256 504 372',
    'url(#light)',
    2.5,
  ) +
  line(
    'M504 370C511 362 515 374 512 392C509 412 503 424 495 426C491 458 482 480 468 496C460 506 454 514 452 524V560C462 592 494 606 536 620L632 650C690 670 716 712 726 778L736 860',
    inks.line,
    2.5,
  ) +
  line(
    'M296 370C289 362 285 374 288 392C291 412 297 424 305 426C309 458 318 480 332 496C340 506 346 514 348 524V560C338 592 306 606 264 620L168 650C110 670 84 712 74 778L64 860',
    inks.hairlineStrong,
    1.25,
  );

/** A shirt's collar, lapels, and a candlestick for a tie. */
const dress =
  '<path d="M350 556L400 640L450 556L470 600L400 900L330 600z" fill="#17110a"/>' +
  line('M350 556L400 640L372 668L334 590zM450 556L400 640L428 668L466 590z', inks.line, 1.5) +
  line(
    'M330 598L284 690L322 706L300 730L400 930M470 598L516 690L478 706L500 730L400 930',
    inks.line,
    1.5,
  ) +
  candles([{ x: 400, at: [644, 668, 820, 890] }], { width: 24, weight: 2 }, inks);

const portrait = file(
  [0, 0, 800, 1000],
  'Sample portrait',
  `<defs>${definitions}</defs><path fill="url(#glow)" d="M0 0H800V1000H0z"/>` +
    `<g transform="translate(400 350)scale(2.5)" opacity=".75">${dial(inks)}</g>` +
    `<g fill="#130e08">${both(shoulders)}</g>` +
    `<g clip-path="url(#shoulders)">${line(engravedCoat(), 'url(#coat)', 1)}</g>` +
    `<g fill="#130e08">${both(head)}</g>` +
    `<g clip-path="url(#head)">${line(engravedHead(), 'url(#light)', 1.75)}</g>` +
    `<path d="${hair}" fill="#130e08"/>` +
    `<g clip-path="url(#hair)">${line(engravedHair(), 'url(#light)', 1.5)}</g>` +
    dress +
    rims +
    '<path fill="url(#fade)" d="M0 720H800V1000H0z"/>' +
    letters('SAMPLE PORTRAIT', {
      face: 'textBold',
      size: 20,
      x: 400,
      y: 952,
      color: inks.muted,
      anchor: 'middle',
      tracking: 0.24,
    }),
);

/** What stands where the founder's photograph will: a bust of nobody. */
export function drawFounder(): Drawing[] {
  return [{ path: 'pictures/founder.svg', content: portrait }];
}
