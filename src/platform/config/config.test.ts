import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, variableNames } from './config.ts';

/** Returns the error for an invalid environment. */
function complaint(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'nothing';
}

describe('readConfig', () => {
  it('readConfig has a default for every variable', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      siteUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      objectStorage: undefined,
      hasRateLimits: true,
      trustedProxies: 0,
    });
  });

  it('derives the site URL from the port and drops a trailing slash', () => {
    expect(readConfig({ PORT: '4000' }).siteUrl).toBe('http://localhost:4000');
    expect(readConfig({ SITE_URL: 'https://www.example.com/' }).siteUrl).toBe(
      'https://www.example.com',
    );
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', SMTP_URL: ' ' })).toMatchObject({
      port: 3000,
      smtpUrl: undefined,
    });
  });

  it.each([
    ['PORT', 'eighty'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'thirty-two characters with blanks'],
    ['PORT', '70000'],
    ['SITE_URL', 'www.example.com'],
    ['SITE_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://localhost/site'],
    ['SMTP_URL', 'https://smtp.example.com'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'A <a@example.com>\r\nBcc: b@example.com'],
    ['MAIL_TO', 'mentor'],
    ['ADMIN_EMAILS', 'a@example.com, b'],
    ['RATE_LIMITS', 'no'],
    ['TRUST_PROXY', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ENV', 'prod'],
  ])('readConfig names %s if it is %j, on one line', (name, value) => {
    const message = complaint({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} must be`));
    expect(message.split('\n')).toHaveLength(1);
  });

  it('reports all invalid variables together', () => {
    const lines = complaint({ PORT: 'x', LOG_LEVEL: 'y' }).split('\n');
    expect(lines).toHaveLength(2);
  });

  it('requires all object storage variables', () => {
    const env = {
      S3_ENDPOINT: 'https://s3.example.com',
      S3_REGION: 'eu-west-1',
      S3_BUCKET: 'testimonials',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readConfig(env).objectStorage).toEqual({
      endpoint: 'https://s3.example.com',
      region: 'eu-west-1',
      bucket: 'testimonials',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      forcePathStyle: false,
    });
    expect(readConfig({ ...env, S3_FORCE_PATH_STYLE: 'on' }).objectStorage?.forcePathStyle).toBe(
      true,
    );
  });

  it('requires related variables to be set together', () => {
    expect(complaint({ ADMIN_EMAIL: 'a@example.com' })).toContain('ADMIN_PASSWORD must be set too');
    expect(complaint({ S3_BUCKET: 'files' })).toContain('S3_ENDPOINT, S3_REGION');
  });

  it('lets only MAIL_TO override the email in the settings', () => {
    const admin = { ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'a long password of the admin' };
    expect(readConfig(admin).mailTo).toBeUndefined();
    expect(readConfig({ ...admin, MAIL_TO: 'b@example.com' }).mailTo).toBe('b@example.com');
  });

  it('readConfig never prints a secret', () => {
    const secret = 'short';
    expect(complaint({ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: secret })).not.toContain(
      secret,
    );
    expect(complaint({ SMTP_URL: 'ftp://user:hunter2@x' })).not.toContain('hunter2');
  });

  it('reads exactly the variables that .env.example describes', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    const described = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(described.sort()).toEqual([...variableNames].sort());
  });
});
