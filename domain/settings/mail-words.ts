import { requiredText, z } from '../zod.ts';

/** What mails about a session can say of it. */
export const mailPlaceholders = {
  name: 'the name of who has booked',
  session: 'the kind of session',
  time: 'the day and the time, with the zone',
  meeting: 'how you meet, such as Zoom',
  site: 'the name of your site',
} as const;
type MailPlaceholder = keyof typeof mailPlaceholders;

/** What stands in their places. An empty text takes the space before it away. */
type MailFacts = Record<MailPlaceholder, string>;

const placeholder = / ?\{([^{}]*)\}/g;

const isKnown = (name: string): name is MailPlaceholder => Object.hasOwn(mailPlaceholders, name);

const listed = Object.keys(mailPlaceholders)
  .map((name) => `{${name}}`)
  .join(', ');

/** Returns what is wrong with the placeholders of a text, if anything is. */
function findPlaceholderFault(text: string): string | undefined {
  const unknown = [...text.matchAll(placeholder)].find(([, name = '']) => !isKnown(name));
  if (unknown) return `${unknown[0].trim()} cannot be filled in. You can use ${listed}.`;
  return /[{}]/.test(text.replaceAll(placeholder, ''))
    ? `A curly bracket stands alone here. Please use ${listed}.`
    : undefined;
}

/** Returns the text with the facts in the places of its placeholders. */
export const fillMailWords = (text: string, facts: MailFacts): string =>
  text
    .replaceAll(placeholder, (match, name: string) => {
      const fact = isKnown(name) ? facts[name] : match;
      return fact && match.startsWith(' ') && !fact.startsWith(' ') ? ` ${fact}` : fact;
    })
    .trim();

const withPlaceholders = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  schema.superRefine((text, context) => {
    const message = findPlaceholderFault(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** The words of one mail to whoever has booked. */
export const mailWords = z.object({
  subject: withPlaceholders(
    requiredText('Please fill this in.', 1, 200).refine(
      (text) => !/[\r\n]/.test(text),
      'Please keep this on one line.',
    ),
  ),
  /** The line above the kind of session. */
  heading: withPlaceholders(requiredText('Please fill this in.', 1, 100)),
  introduction: withPlaceholders(requiredText('Please fill this in.', 1, 2_000)),
  /** Stands below what was booked; may be empty. */
  closing: withPlaceholders(requiredText('', 0, 2_000)),
});
export type MailWords = z.output<typeof mailWords>;

/** The body of `POST /api/settings/texts/mail-preview`: which mail, in which words. */
export const mailPreview = z.object({
  mail: z.enum(['confirmation', 'reminder'], 'There is no such mail.'),
  words: mailWords,
});
export type MailPreview = z.output<typeof mailPreview>;
