import { requiredText, z } from '#rules/zod.ts';
import { wholeNumber, words } from './parts.ts';

/** The mentor's own part of a legal page, with a blank line between paragraphs. */
const ownText = requiredText('', 0, 20_000).meta({ isLong: true });

const months = wholeNumber(1, 120);

/** How long personal data is kept. The privacy page shows it, and a nightly job enforces it. */
export const retentionSettings = z
  .object({
    leadMonths: months.meta({ label: 'Messages and inquiries (months)' }),
    bookingMonths: months.meta({ label: 'Past sessions (months)' }),
    mailMonths: months.meta({ label: 'Email records (months)' }),
    activityMonths: months.meta({ label: 'Sign-ins and account changes (months)' }),
    logDays: wholeNumber(1, 365).meta({
      label: 'Database log (days)',
      help: 'It contains no names. Only used when the site runs its own database.',
    }),
    trashDays: wholeNumber(1, 365).meta({
      label: 'Trash (days)',
      help: 'How long deleted items can be restored.',
    }),
    backupMonths: months.meta({
      label: 'Nightly backups (months)',
      help: 'A backup still contains what you deleted after it was made.',
    }),
  })
  .meta({ label: 'How long data is kept', group: 'Advanced' });
export type RetentionSettings = z.output<typeof retentionSettings>;

const pages = 'Privacy Policy and Terms of Service';

/** The legal texts, the consent checkbox and the retention periods. */
export const legalSettings = z
  .object({
    privacy: ownText.meta({
      label: 'Privacy Policy: your text',
      help: 'Who runs the site and who else sees the data. Leave a blank line between paragraphs.',
      group: pages,
    }),
    terms: ownText.meta({
      label: 'Terms of Service: your text',
      help: 'How clients pay and cancel, and which law applies. Ask a lawyer to read it once.',
      group: pages,
    }),
    /** Short, because it is in the footer of every page and next to prices. */
    riskNotice: words(240).meta({
      label: 'Risk notice',
      help: 'In the footer of every page and next to prices. Say that you teach and give no financial advice.',
      isLong: true,
    }),
    marketing: z
      .object({
        isOffered: z.boolean().meta({ label: 'Show a marketing opt-in checkbox' }),
        words: words(160).meta({ label: 'Checkbox text' }),
      })
      .meta({
        label: 'Marketing opt-in',
        help: 'To email visitors about more than they asked for. The box is never ticked in advance.',
      }),
    retention: retentionSettings,
  })
  .meta({
    label: 'Privacy and terms',
    help: 'Privacy policy, terms, risk notice and how long data is kept',
    groups: {
      [pages]:
        'Both pages start with text we write for you, and end with your own. Replace everything in [brackets]: paragraphs with brackets stay hidden on the live site.',
      Advanced:
        'Older data is deleted every night, and the privacy policy shows these numbers. Shorter periods take effect the next night.',
    },
  });
export type LegalSettings = z.output<typeof legalSettings>;
