import { requiredText, z } from '../zod.ts';

/** The placeholders in emails about a session, and what they stand for. */
export const mailPlaceholders = {
  name: 'client’s name',
  session: 'type of session',
  time: 'day and time, with the time zone',
  meeting: 'how you meet, such as Zoom',
  site: 'your site’s name',
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

/** The words of one email to a client. */
export const mailWords = z.object({
  subject: withPlaceholders(
    requiredText('Please fill this in.', 1, 200).refine(
      (text) => !/[\r\n]/.test(text),
      'Please keep this on one line.',
    ),
  ).meta({ label: 'Subject' }),
  heading: withPlaceholders(requiredText('Please fill this in.', 1, 100)).meta({
    label: 'Heading',
    help: 'Above the type of session.',
  }),
  introduction: withPlaceholders(requiredText('Please fill this in.', 1, 2_000)).meta({
    label: 'Opening',
    isLong: true,
  }),
  closing: withPlaceholders(requiredText('', 0, 2_000)).meta({
    label: 'Closing',
    help: 'Below the session details.',
    isLong: true,
  }),
});
export type MailWords = z.output<typeof mailWords>;

/** The body of `POST /api/settings/texts/mail-preview`: which mail, in which words. */
export const mailPreview = z.object({
  mail: z.enum(['confirmation', 'reminder'], 'There is no such mail.'),
  words: mailWords,
});
export type MailPreview = z.output<typeof mailPreview>;
