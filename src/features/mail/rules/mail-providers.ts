/**
 * `tls` encrypts the whole connection (usually port 465), `starttls` upgrades it (usually port
 * 587).
 */
export const mailEncryptions = ['tls', 'starttls'] as const;

interface MailProvider {
  label: string;
  /** Where the mentor finds these values. */
  steps: string[];
  host: string;
  port: number;
  encryption: (typeof mailEncryptions)[number];
  /** The label of the user name; null if the password is also the user name. */
  username: string | null;
  password: string;
  /** What to do if the server has rejected the user name or the password. */
  badLogin: string;
}

const starttls = { port: 587, encryption: 'starttls' } as const;

/** The email services with presets, in the order of the form. */
export const mailProviders = {
  gmail: {
    label: 'Gmail',
    steps: [
      'Turn on 2-Step Verification in your Google account.',
      'Open myaccount.google.com/apppasswords and create an app password.',
      'Paste its 16 letters below. Your usual Google password does not work here.',
    ],
    host: 'smtp.gmail.com',
    port: 465,
    encryption: 'tls',
    username: 'Gmail address',
    password: 'App password',
    badLogin:
      'Gmail refused the address or the app password. Create a new app password at myaccount.google.com/apppasswords and paste it here.',
  },
  outlook: {
    label: 'Microsoft 365 (Outlook)',
    steps: [
      'In the Microsoft 365 admin center, open your user, then Mail, then “Manage email apps”.',
      'Turn on “Authenticated SMTP”.',
      'Use your address and password, or an app password if you sign in with a code. Free Outlook.com and Hotmail addresses do not work.',
    ],
    host: 'smtp.office365.com',
    ...starttls,
    username: 'Microsoft 365 address',
    password: 'Password or app password',
    badLogin:
      'Microsoft refused the address or the password. Turn on “Authenticated SMTP” for your user, and use an app password if you sign in with a code.',
  },
  brevo: {
    label: 'Brevo',
    steps: [
      'In Brevo, open “SMTP & API” in the menu of your account.',
      'Copy the login, and generate an SMTP key.',
      'Verify your sender address under “Senders, domains”.',
    ],
    host: 'smtp-relay.brevo.com',
    ...starttls,
    username: 'SMTP login',
    password: 'SMTP key',
    badLogin:
      'Brevo refused the login or the key. Copy the login from “SMTP & API” and generate a new SMTP key. An API key does not work here.',
  },
  mailgun: {
    label: 'Mailgun',
    steps: [
      'In Mailgun, open your domain, then “SMTP credentials”.',
      'Copy the user name and reset its password.',
      'For a domain in the EU, change the server below to smtp.eu.mailgun.org.',
    ],
    host: 'smtp.mailgun.org',
    ...starttls,
    username: 'SMTP user name',
    password: 'SMTP password',
    badLogin:
      'Mailgun refused the user name or the password. Reset the password under “SMTP credentials”, and check whether your domain is in the EU.',
  },
  postmark: {
    label: 'Postmark',
    steps: [
      'In Postmark, open your server, then “API Tokens”.',
      'Paste the server API token below.',
      'Confirm your sender address under “Sender Signatures”.',
    ],
    host: 'smtp.postmarkapp.com',
    ...starttls,
    username: null,
    password: 'Server API token',
    badLogin:
      'Postmark refused the token. Copy the server API token again. An account token does not work here.',
  },
  ses: {
    label: 'Amazon SES',
    steps: [
      'In Amazon SES, open “SMTP settings” and copy the SMTP endpoint into the server field below.',
      'Choose “Create SMTP credentials” and copy the user name and the password.',
      'Verify your sender address or domain under “Identities”.',
    ],
    host: 'email-smtp.eu-west-1.amazonaws.com',
    ...starttls,
    username: 'SMTP user name',
    password: 'SMTP password',
    badLogin:
      'Amazon SES refused the user name or the password. Use SMTP credentials, not access keys, and the endpoint of the region they were created in.',
  },
  smtp: {
    label: 'Another email service',
    steps: ['Your email service shows these details under “SMTP” or “Outgoing mail”.'],
    host: '',
    ...starttls,
    username: 'User name',
    password: 'Password',
    badLogin: 'The server refused the user name or the password. Check both.',
  },
} as const satisfies Record<string, MailProvider>;

export type MailProviderName = keyof typeof mailProviders;

export const mailProviderNames = Object.keys(mailProviders) as [MailProviderName];
