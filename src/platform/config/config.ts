import path from 'node:path';
import { emailPattern } from '#rules/email-address.ts';
import { emailAddress, z } from '#rules/zod.ts';
import { ConfigError } from './config-error.ts';
import {
  type EnteredKeys,
  payfastKeys,
  paymentVariables,
  toPaymentSettings,
  withEnteredKeys,
} from './payments.ts';

export { ConfigError };

const address = emailAddress('must be an email address, such as mentor@example.com');

const url = (protocols: string[], example: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address such as ${example}`,
  });

function wholeNumber(minimum: number, maximum: number) {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  const number = z.string().regex(/^\d+$/, error).transform(Number);
  return number.refine((value) => value >= minimum && value <= maximum, { error });
}

const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');

/** A mailbox as in email headers: an address, or a name with an address in angle brackets. */
const mailbox = z
  .string()
  .refine(
    (value) => emailPattern.test(value.match(/^[^<>\r\n]*<([^<>]+)>$/)?.[1] ?? value),
    'must be an address such as Time vs Price <no-reply@example.com>',
  );

/** All environment variables that the site reads. `.env.example` describes them. */
const environment = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .default('production'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  SITE_URL: url(['http:', 'https:'], 'https://www.example.com').optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    'postgres://user:password@localhost:5432/site',
  ).optional(),
  S3_ENDPOINT: url(['http:', 'https:'], 'https://s3.example.com').optional(),
  S3_REGION: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: onOff.default(false),
  BACKUP_NIGHTLY: onOff.default(true),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_ENDPOINT: url(['http:', 'https:'], 'https://s3.example.com').optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_FORCE_PATH_STYLE: onOff.default(false),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  BACKUP_KEEP_DAYS: wholeNumber(1, 366).default(7),
  BACKUP_KEEP_WEEKS: wholeNumber(0, 520).default(4),
  BACKUP_KEEP_MONTHS: wholeNumber(0, 120).default(6),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@smtp.example.com').optional(),
  MAIL_FROM: mailbox.optional(),
  MAIL_TO: address.optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_EMAIL: address.optional(),
  ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
  ADMIN_EMAILS: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim().toLowerCase()))
    .pipe(z.array(emailAddress('must be email addresses with commas between them')))
    .optional(),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: z.string().optional(),
  HCAPTCHA_SITE_KEY: z.string().optional(),
  HCAPTCHA_SECRET_KEY: z.string().optional(),
  OIDC_ISSUER: url(['https:', 'http:'], 'https://accounts.example.com').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40, 'must have at most 40 characters').optional(),
  RATE_LIMITS: onOff.default(true),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{32,}$/, 'must be 32 characters or more: letters, digits, - . _ ~ + / =')
    .optional(),
  ALERT_MAILS: onOff.default(true),
  CONVERT_FILMS: onOff.default(true),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  ...paymentVariables.shape,
});

/** The names of all variables, which `.env.example` must describe. */
export const variableNames = Object.keys(environment.shape);

/** Variables that belong together: all of a group are set, or none. */
const groups = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
  ['HCAPTCHA_SITE_KEY', 'HCAPTCHA_SECRET_KEY'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  payfastKeys,
  ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  [
    'BACKUP_S3_ENDPOINT',
    'BACKUP_S3_REGION',
    'BACKUP_S3_BUCKET',
    'BACKUP_S3_ACCESS_KEY_ID',
    'BACKUP_S3_SECRET_ACCESS_KEY',
  ],
] as const;

export type Config = ReturnType<typeof toConfig>;

export type ObjectStorageConfig = NonNullable<Config['objectStorage']>;
export type BackupConfig = Config['backup'];

/**
 * Reads the environment; an empty variable counts as unset. Throws a ConfigError that names what is
 * wrong, but never a value.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    variableNames.filter((name) => env[name]?.trim()).map((name) => [name, env[name]?.trim()]),
  );
  const parsed = environment.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}.`);
  for (const group of groups) {
    const missing = group.filter((name) => !given[name]);
    if (missing.length > 0 && missing.length < group.length) {
      problems.push(`${missing.join(', ')} must be set too: ${group.join(', ')} go together.`);
    }
  }
  if (!parsed.success || problems.length > 0)
    throw new ConfigError([...new Set(problems)].join('\n'));
  return toConfig(parsed.data);
}

function toConfig(values: z.output<typeof environment>) {
  return {
    environment: values.NODE_ENV,
    host: values.HOST,
    port: values.PORT,
    /** The public URL of the site, without a trailing slash. */
    siteUrl: (values.SITE_URL ?? `http://localhost:${values.PORT}`).replace(/(?<!\/)\/+$/, ''),
    /** The absolute path of the folder for all data on the disk. */
    dataDirectory: path.resolve(values.DATA_DIR),
    /** If undefined, the site runs a private database in the data folder. */
    databaseUrl: values.DATABASE_URL,
    /** If undefined, files are stored in the data folder. */
    objectStorage: whenComplete({
      endpoint: values.S3_ENDPOINT,
      region: values.S3_REGION,
      bucket: values.S3_BUCKET,
      accessKeyId: values.S3_ACCESS_KEY_ID,
      secretAccessKey: values.S3_SECRET_ACCESS_KEY,
      /**
       * Puts the bucket in the path instead of the host name; most servers other than Amazon's
       * require that.
       */
      forcePathStyle: values.S3_FORCE_PATH_STYLE,
    }),
    backup: toBackupConfig(values),
    /** If undefined and no server is saved, emails are captured in the data folder. */
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    /** Overrides the email in the settings as the recipient of notices about leads and bookings. */
    mailTo: values.MAIL_TO,
    /** Protects the accounts. If undefined, the site creates it in a file in the data folder. */
    authSecret: values.AUTH_SECRET,
    admin: whenComplete({
      email: values.ADMIN_EMAIL?.toLowerCase(),
      password: values.ADMIN_PASSWORD,
    }),
    /** Emails that may sign up, in lower case. */
    adminEmails: values.ADMIN_EMAILS ?? [],
    /**
     * The captcha of the public and sign-in forms; Turnstile takes precedence if both have keys.
     */
    captcha:
      whenComplete({
        kind: 'turnstile' as const,
        siteKey: values.TURNSTILE_SITE_KEY,
        secretKey: values.TURNSTILE_SECRET_KEY,
      }) ??
      whenComplete({
        kind: 'hcaptcha' as const,
        siteKey: values.HCAPTCHA_SITE_KEY,
        secretKey: values.HCAPTCHA_SECRET_KEY,
      }),
    /** The OpenID Connect provider whose accounts can be linked, if any. */
    oidc: whenComplete({
      issuer: values.OIDC_ISSUER,
      clientId: values.OIDC_CLIENT_ID,
      clientSecret: values.OIDC_CLIENT_SECRET,
      name: values.OIDC_NAME ?? (values.OIDC_ISSUER && new URL(values.OIDC_ISSUER).hostname),
    }),
    /** Who takes payments online. */
    payments: toPaymentSettings(values),
    /** The same, with the keys that were entered in the admin. */
    paymentsWith: (entered: EnteredKeys) => withEnteredKeys(values, entered),
    hasRateLimits: values.RATE_LIMITS,
    /** How many trusted reverse proxies are in front of the site. */
    trustedProxies: values.TRUST_PROXY,
    /** The token for `/metrics`. If undefined, the page does not exist and nothing is measured. */
    metricsToken: values.METRICS_TOKEN,
    /** Whether the mentor gets alerts by email. */
    hasAlertMails: values.ALERT_MAILS,
    /** Whether films are converted, if the machine has ffmpeg. */
    convertsFilms: values.CONVERT_FILMS,
    logLevel: values.LOG_LEVEL,
  };
}

const toBackupConfig = (values: z.output<typeof environment>) => ({
  isNightly: values.BACKUP_NIGHTLY,
  /** The absolute path of the folder for nightly backups, unless they are stored in a bucket. */
  directory: path.resolve(values.BACKUP_DIR ?? path.join(values.DATA_DIR, 'backups')),
  /** The bucket for nightly backups. */
  objectStorage: whenComplete({
    endpoint: values.BACKUP_S3_ENDPOINT,
    region: values.BACKUP_S3_REGION,
    bucket: values.BACKUP_S3_BUCKET,
    accessKeyId: values.BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY,
    forcePathStyle: values.BACKUP_S3_FORCE_PATH_STYLE,
  }),
  /** Encrypts and decrypts backups. */
  passphrase: values.BACKUP_PASSPHRASE,
  retention: {
    days: values.BACKUP_KEEP_DAYS,
    weeks: values.BACKUP_KEEP_WEEKS,
    months: values.BACKUP_KEEP_MONTHS,
  },
});

const whenComplete = <T extends object>(values: T) =>
  Object.values(values).includes(undefined)
    ? undefined
    : (values as { [Key in keyof T]: NonNullable<T[Key]> });
