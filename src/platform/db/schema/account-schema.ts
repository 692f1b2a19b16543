import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, oneOf } from '#platform/db/columns.ts';
import { sessionLevels } from '#rules/session-level.ts';

/* The tables of Better Auth, with its names. */

const updatedAt = () => instant('updated_at').notNull().defaultNow();

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' });

export const user = pgTable(
  'user',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [check('user_email_lower_case', sql`${table.email} = lower(${table.email})`)],
);

export const session = pgTable(
  'session',
  {
    id: id(),
    /** A hash of the token in the cookie (auth-storage.ts). */
    token: text('token').notNull().unique(),
    userId: userId(),
    /**
     * `aal2` after a second factor. A session never changes its level: raising it starts a new
     * session.
     */
    level: text('level', { enum: sessionLevels }).notNull().default('aal1'),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('session_user_id_idx').on(table.userId),
    check('session_level', sql`${table.level} in ('aal1', 'aal2')`),
  ],
);

/** How a user signs in: a password (`credential`) or a linked provider. */
export const account = pgTable(
  'account',
  {
    id: id(),
    userId: userId(),
    providerId: text('provider_id').notNull(),
    accountId: text('account_id').notNull(),
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('account_provider_unique').on(table.providerId, table.accountId),
    index('account_user_id_idx').on(table.userId),
  ],
);

/** Better Auth's visits to a provider, and challenges for passkeys. */
export const verification = pgTable(
  'verification',
  {
    id: id(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('verification_identifier_idx').on(table.identifier)],
);

/** Keys that sign API tokens. The private keys are encrypted. */
export const jwks = pgTable('jwks', {
  id: id(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: createdAt(),
  expiresAt: instant('expires_at'),
});

/** The public keys of passkeys. */
export const passkey = pgTable(
  'passkey',
  {
    id: id(),
    userId: userId(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: createdAt(),
  },
  (table) => [index('passkey_user_id_idx').on(table.userId)],
);

/*
 * The site's own tables. Reading them gives no access: tokens and codes are keyed hashes, and
 * authenticator secrets are encrypted.
 */

export const tokenPurposes = ['sign-up', 'magic-link', 'code', 'new-password'] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

/** Authenticator apps: only the newest verified one of an account is used. */
export const factor = pgTable(
  'factor',
  {
    id: id(),
    userId: userId(),
    friendlyName: text('friendly_name').notNull(),
    factorType: text('factor_type', { enum: ['totp'] })
      .notNull()
      .default('totp'),
    status: text('status', { enum: ['unverified', 'verified'] })
      .notNull()
      .default('unverified'),
    secret: text('secret').notNull(),
    /** The time step of the last accepted code, which prevents reuse. */
    lastStep: integer('last_step').notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index('factor_user_id_idx').on(table.userId),
    check('factor_friendly_name_length', sql`char_length(${table.friendlyName}) between 1 and 60`),
    check('factor_status', sql`${table.status} in ('unverified', 'verified')`),
    check('factor_type', sql`${table.factorType} = 'totp'`),
  ],
);

/** Recovery codes. Using one deletes it. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    userId: userId(),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** An emailed link or code. Using it deletes it. */
export const accountToken = pgTable(
  'account_token',
  {
    id: id(),
    purpose: text('purpose', { enum: tokenPurposes }).notNull(),
    /** Null during sign-up. */
    userId: uuid('user_id').references(() => user.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** The hash of the password chosen at sign-up. */
    passwordHash: text('password_hash'),
    /** The number of wrong entries of a code. */
    attempts: integer('attempts').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('account_token_hash_idx').on(table.tokenHash),
    index('account_token_email_idx').on(table.email, table.purpose),
    index('account_token_expires_at_idx').on(table.expiresAt),
    // Only the newest code of an address is valid.
    uniqueIndex('account_token_code_unique').on(table.email).where(sql`${table.purpose} = 'code'`),
    check('account_token_purpose', sql`${table.purpose} in (${oneOf(tokenPurposes)})`),
  ],
);

/** The activity log. It outlives the accounts. */
export const accountEvent = pgTable(
  'account_event',
  {
    id: id(),
    at: instant('at').notNull().defaultNow(),
    userId: uuid('user_id'),
    /** The address that was tried, even if it has no account. */
    email: text('email').notNull(),
    kind: text('kind').notNull(),
    detail: text('detail'),
    ipAddress: text('ip_address').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [
    index('account_event_at_idx').on(table.at, table.id),
    index('account_event_email_at_idx').on(table.email, table.at),
  ],
);

/**
 * Failed attempts as counted by the previous version. No longer used: drop it in the next release.
 */
export const attempt = pgTable(
  'attempt',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    lastAt: instant('last_at').notNull(),
    blockedUntil: instant('blocked_until').notNull(),
  },
  (table) => [index('attempt_last_at_idx').on(table.lastAt)],
);
