import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDirectory, removeDirectory } from './site-process.ts';

const run = promisify(execFile);

/** Elliptic-curve keys are generated quickly. */
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** A certificate authority for one test, with a certificate that it has signed. */
export interface CertificateAuthority {
  /** The authority's own certificate as PEM, for the option `ca` of a TLS client. */
  certificate: string;
  /** Files with the certificate of the name and its key. */
  siteCertificate: string;
  siteKey: string;
  remove: () => Promise<void>;
}

/** Creates an authority that is valid for a day, and its certificate for a name. */
export async function createCertificateAuthority(name: string): Promise<CertificateAuthority> {
  const directory = await createDirectory();
  const file = (base: string) => path.join(directory, base);
  const openssl = (...args: string[]) => run('openssl', args);

  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '1',
    '-subj',
    '/CN=Authority of a test',
    '-addext',
    'keyUsage=critical,keyCertSign',
    '-keyout',
    file('authority.key'),
    '-out',
    file('authority.pem'),
  );
  await openssl(
    'req',
    ...newKey,
    '-subj',
    `/CN=${name}`,
    '-addext',
    `subjectAltName=DNS:${name}`,
    '-keyout',
    file('site.key'),
    '-out',
    file('site.csr'),
  );
  await openssl(
    'x509',
    '-req',
    '-in',
    file('site.csr'),
    '-out',
    file('site.pem'),
    '-days',
    '1',
    '-CA',
    file('authority.pem'),
    '-CAkey',
    file('authority.key'),
    '-copy_extensions',
    'copyall',
  );
  return {
    certificate: await readFile(file('authority.pem'), 'utf8'),
    siteCertificate: file('site.pem'),
    siteKey: file('site.key'),
    remove: () => removeDirectory(directory),
  };
}
