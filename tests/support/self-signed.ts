import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface SelfSigned {
  cert: string;
  key: string;
}

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;
// OBJECT IDENTIFIERs in DER: ecdsa-with-SHA256, commonName, subjectAltName, basicConstraints.
const OID = { ecdsaSha256: '2a8648ce3d040302', commonName: '550403', altName: '551d11', constraints: '551d13' } as const;

/** A self-signed certificate for one host, valid for a day (RFC 5280): TLS on this machine without an external program. */
export function selfSigned(host: string): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = der(TAG.sequence, oid(OID.ecdsaSha256));
  const name = der(TAG.sequence, der(TAG.set, der(TAG.sequence, oid(OID.commonName), der(TAG.utf8, Buffer.from(host)))));
  const altNames = der(TAG.sequence, der(0x82, Buffer.from(host)), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = der(
    TAG.sequence,
    der(TAG.sequence, oid(OID.altName), der(TAG.octets, altNames)),
    der(
      TAG.sequence,
      oid(OID.constraints),
      der(TAG.boolean, Buffer.from([0xff])),
      der(TAG.octets, der(TAG.sequence, der(TAG.boolean, Buffer.from([0xff])))),
    ),
  );
  const content = der(
    TAG.sequence,
    der(0xa0, der(TAG.integer, Buffer.from([2]))),
    der(TAG.integer, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    der(TAG.sequence, time(Date.now() - 3_600_000), time(Date.now() + 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(TAG.bits, Buffer.from([0]), sign('sha256', content, privateKey));
  return {
    cert: pem('CERTIFICATE', der(TAG.sequence, content, algorithm, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

function oid(hex: string): Buffer {
  return der(TAG.oid, Buffer.from(hex, 'hex'));
}

function time(ms: number): Buffer {
  return der(TAG.time, Buffer.from(`${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`));
}

function pem(label: string, body: Buffer): string {
  const lines = body.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
