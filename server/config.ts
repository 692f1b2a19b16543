import path from 'node:path';
import { z } from 'zod';
import type { OidcConfig } from './auth/create-auth.ts';
import type { CaptchaConfig } from './captcha/captcha.ts';

/**
 * Something that the operator has to mend before the site can start, such as a wrong variable: one
 * line for each, fit to be shown as it is. Starting again without a change does not help.
 */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const emailAddress = z.email('must be an email address, such as mentor@example.com');

const url = (protocols: string[], example: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be an address such as ${example}`,
  });

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, {
      error: `must be a whole number from ${minimum} to ${maximum}`,
    });

const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');

/** A mailbox as mail headers write it: an address, or a name with an address in angle brackets. */
const mailbox = z
  .string()
  .refine(
    (value) => z.email().safeParse(value.match(/^[^<>\r\n]*<([^<>]+)>$/)?.[1] ?? value).success,
    {
      error: 'must be an address such as Time vs Price <no-reply@example.com>',
    },
  );

/** Every variable of the environment that the site reads. `.env.example` describes them. */
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
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@smtp.example.com').optional(),
  MAIL_FROM: mailbox.optional(),
  MAIL_TO: emailAddress.optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  ADMIN_EMAIL: emailAddress.optional(),
  ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
  ADMIN_EMAILS: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim().toLowerCase()))
    .pipe(z.array(z.email('must be email addresses with commas between them')))
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
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
});

/** The names of all variables, as `.env.example` must describe them. */
export const variableNames = Object.keys(environment.shape);

/** Variables that only make sense together: all of a group are set, or none. */
const groups = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
  ['HCAPTCHA_SITE_KEY', 'HCAPTCHA_SECRET_KEY'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const;

/** Where and how files are kept on an object store. */
export interface ObjectStorageConfig {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket stands in the path, not in the host name; most servers but Amazon's want that. */
  forcePathStyle: boolean;
}

/** What the site was told by its environment, checked and complete. */
export interface Config {
  environment: 'production' | 'development' | 'test';
  host: string;
  port: number;
  /** Where visitors reach the site, without a slash at its end. */
  siteUrl: string;
  /** Absolute path of the folder that holds everything the site keeps on disk. */
  dataDirectory: string;
  /** Nothing means: the private database under the data folder. */
  databaseUrl: string | undefined;
  objectStorage: ObjectStorageConfig | undefined;
  /** Nothing means: mails go to the mailbox under the data folder. */
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Who is told of leads and bookings, when it is not the address in the site's content. */
  mailTo: string | undefined;
  /** What protects the accounts. Nothing means: made once and kept in a file under the data folder. */
  authSecret: string | undefined;
  admin: { email: string; password: string } | undefined;
  /** Addresses that may sign up, in lower case. */
  adminEmails: string[];
  /** The puzzle before the forms of the sign-in; nothing means there is none. */
  captcha: CaptchaConfig | undefined;
  /** The provider whose accounts may be linked; nothing means none is offered. */
  oidc: OidcConfig | undefined;
  hasRateLimits: boolean;
  /** How many reverse proxies stand before the site and may be believed. */
  trustedProxies: number;
  logLevel: string;
}

/**
 * Reads the environment. An empty variable counts as unset; unknown ones are ignored.
 *
 * @throws ConfigError naming every variable that is wrong; values never appear in it
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

function toConfig(values: z.output<typeof environment>): Config {
  const storage = {
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    bucket: values.S3_BUCKET,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
    forcePathStyle: values.S3_FORCE_PATH_STYLE,
  };
  return {
    environment: values.NODE_ENV,
    host: values.HOST,
    port: values.PORT,
    siteUrl: (values.SITE_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    dataDirectory: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    objectStorage: isComplete(storage) ? storage : undefined,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    mailTo: values.MAIL_TO ?? values.ADMIN_EMAIL,
    authSecret: values.AUTH_SECRET,
    admin:
      values.ADMIN_EMAIL && values.ADMIN_PASSWORD
        ? { email: values.ADMIN_EMAIL.toLowerCase(), password: values.ADMIN_PASSWORD }
        : undefined,
    adminEmails: values.ADMIN_EMAILS ?? [],
    captcha: chooseCaptcha(values),
    oidc:
      values.OIDC_ISSUER && values.OIDC_CLIENT_ID && values.OIDC_CLIENT_SECRET
        ? {
            issuer: values.OIDC_ISSUER,
            clientId: values.OIDC_CLIENT_ID,
            clientSecret: values.OIDC_CLIENT_SECRET,
            name: values.OIDC_NAME ?? new URL(values.OIDC_ISSUER).hostname,
          }
        : undefined,
    hasRateLimits: values.RATE_LIMITS,
    trustedProxies: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  };
}

/** Turnstile comes first where both have keys. */
function chooseCaptcha(values: z.output<typeof environment>): CaptchaConfig | undefined {
  const { TURNSTILE_SITE_KEY, TURNSTILE_SECRET_KEY, HCAPTCHA_SITE_KEY, HCAPTCHA_SECRET_KEY } =
    values;
  if (TURNSTILE_SITE_KEY && TURNSTILE_SECRET_KEY) {
    return { kind: 'turnstile', siteKey: TURNSTILE_SITE_KEY, secretKey: TURNSTILE_SECRET_KEY };
  }
  if (HCAPTCHA_SITE_KEY && HCAPTCHA_SECRET_KEY) {
    return { kind: 'hcaptcha', siteKey: HCAPTCHA_SITE_KEY, secretKey: HCAPTCHA_SECRET_KEY };
  }
  return undefined;
}

type Complete<T> = { [Key in keyof T]: NonNullable<T[Key]> };

const isComplete = <T extends object>(value: T): value is T & Complete<T> =>
  Object.values(value).every((part) => part !== undefined);
