import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sessionLevels } from '#domain/account.ts';
import { createdAt, id, instant } from './columns.ts';

/** The tables of Better Auth, by its own names. Their rows are its own, but for the first account's. */

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
  (table) => [
    // One person is one row, however they write their address.
    check('user_email_lower_case', sql`${table.email} = lower(${table.email})`),
  ],
);

export const session = pgTable(
  'session',
  {
    id: id(),
    /** A hash: what the cookie holds is nowhere here (auth/auth-storage.ts). */
    token: text('token').notNull().unique(),
    userId: userId(),
    /** aal2 once a second factor was presented in it. A session never changes its level: a raised one is new. */
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

/** How a user signs in: `credential` with a password's hash, or a provider with its tokens. */
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

/** The keys that sign tokens for API clients. Private ones are encrypted. */
export const jwks = pgTable('jwks', {
  id: id(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: createdAt(),
  expiresAt: instant('expires_at'),
});
