import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, it } from 'vitest';
import { defaults } from '#features/settings/server/defaults.ts';
import { readCalendar } from '#tests/support/invitations.ts';
import { composeInvitation } from './compose-invitation.ts';

const session = {
  id: 'b0f3d1f4-6f0f-4c49-9a35-6fd1f9a7d2c1',
  name: 'Jane Doe',
  email: 'jane@example.com',
  sessionType: '1-on-1 Session',
  sessionMinutes: 90,
  sessionPrice: 'R1000',
  startsAt: new Date('2030-01-08T16:00:00Z'),
  meetingType: 'Zoom',
  tradingKnowledge: 'Beginner',
  notes: 'Goals: Patience',
  timeZone: null,
  phone: null,
  joinDetails: null,
};
const calendar = { siteUrl: 'https://site.test', organizer: 'no-reply@site.test' };
const settings = { ...defaults, calendar };
const mentorEmail = defaults.site.email;
const invitation = { settings, method: 'REQUEST', sequence: 1, mentorEmail } as const;

/** Texts that try to end a value, a parameter or a line and inject their own. */
const hostileText = fc
  .array(
    fc.constantFrom(
      '"',
      ';',
      ':',
      ',',
      '\\',
      '^',
      "^'",
      '^n',
      '\r\n',
      '\n',
      '\r',
      '\t',
      '\0',
      '\u000B',
      '\u001E',
      '\u0085',
      '\u2028',
      ' ',
      '=',
      'a',
      '金',
      '😀',
      '\r\nATTENDEE:',
      '\r\n ',
      '";PARTSTAT=ACCEPTED:mailto:eve@evil.test',
      'END:VEVENT',
      'mailto:eve@evil.test',
    ),
    { maxLength: 30 },
  )
  .map((parts) => `x${parts.join('')}`);

it('contains exactly the right properties, whatever a visitor wrote', () => {
  const [plain] = describeLines(composeInvitation(session, invitation));
  fc.assert(
    fc.property(
      fc.record({
        name: hostileText,
        sessionType: hostileText,
        meetingType: hostileText,
        notes: hostileText,
        joinDetails: hostileText,
        siteName: hostileText,
      }),
      ({ siteName, ...words }) => {
        const site = { ...settings.site, name: siteName };
        const named = { ...invitation, settings: { ...settings, site } };
        const text = composeInvitation({ ...session, ...words }, named);
        const [structure, lines] = describeLines(text);
        expect(structure).toEqual(plain);
        const read = readCalendar(text);
        expect(read.attendees).toEqual([`mailto:${session.email}`, `mailto:${mentorEmail}`].sort());
        expect(read.organizer).toBe('mailto:no-reply@site.test');
        // Parsers differ in which characters end a line.
        expect(lines.filter((line) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(line))).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

/**
 * Returns the names of all properties and parameters, according to an independent parser, and the
 * unfolded lines.
 */
function describeLines(text: string): [structure: string[], lines: string[]] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const event = calendar.getFirstSubcomponent('vevent');
  const structure = [...calendar.getAllProperties(), ...(event?.getAllProperties() ?? [])].map(
    (property) => `${property.name} ${Object.keys(property.jCal[1]).sort()}`,
  );
  return [structure, text.replaceAll('\r\n ', '').split('\r\n')];
}

it('keeps a name readable', () => {
  const text = composeInvitation({ ...session, name: 'Jané "JJ" Doe; Ms, 金' }, invitation);
  expect(text.replaceAll('\r\n ', '')).toContain(`;CN="Jané 'JJ' Doe; Ms, 金":MAILTO:jane@`);
});
