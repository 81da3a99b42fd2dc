import { connect } from 'node:tls';
import { webhookProbe } from '../core/webhook-probe.ts';
import { advice, type Finding, fault, ok, reasonOf } from './finding.ts';

export interface Paths {
  ready: string;
  upload: string;
  webhooks: string;
}

interface AddressDeps {
  publicUrl: string | undefined;
  paths: Paths;
  /** The bytes of the largest picture that may be uploaded. */
  uploadBytes: number;
  at: Date;
}

const timeoutMs = 15_000;
const problemType = 'application/problem+json';
const dayMs = 86_400_000;
const renewalDays = 14;

/** Asks the shop from outside: by its public address, through the proxy, as browsers and the card provider do. */
export async function checkAddress(deps: AddressDeps): Promise<Finding[]> {
  const { publicUrl, paths, uploadBytes, at } = deps;
  if (publicUrl === undefined) return [];
  const reached = await checkReached(publicUrl, paths.ready);
  if (reached.level === 'fault') return [reached];
  const isSecure = publicUrl.startsWith('https:');
  return [
    reached,
    ...(isSecure ? [await checkCertificate(publicUrl, at), await checkRedirect(publicUrl)] : []),
    await checkUpload(publicUrl + paths.upload, uploadBytes),
    await checkWebhook(publicUrl + paths.webhooks),
  ].filter((finding) => finding !== undefined);
}

async function checkReached(publicUrl: string, path: string): Promise<Finding> {
  try {
    const { status, text } = await ask(publicUrl + path);
    if (status === 200 && text.includes('ready')) return ok(`${publicUrl} answers.`);
    return fault(
      `${publicUrl}${path} answers with status ${status}, and not as the shop does.`,
      'Check that the proxy hands requests on to the shop, and that the shop runs.',
    );
  } catch (error) {
    return fault(
      `${publicUrl} does not answer: ${reasonOf(error)}`,
      'Check the name in the DNS, the certificate, the firewall, and that proxy and shop run.',
    );
  }
}

async function checkCertificate(publicUrl: string, at: Date): Promise<Finding> {
  const { hostname, port } = new URL(publicUrl);
  const end = await certificateEnd(hostname, Number(port || 443));
  const days = Math.floor((end.getTime() - at.getTime()) / dayMs);
  if (days >= renewalDays) return ok(`The certificate is valid for ${days} days.`);
  return fault(
    `The certificate ends in ${days} days.`,
    'Renew it, and find out why that did not happen by itself: certificates are renewed a month before.',
  );
}

/** What does not verify has failed in `checkReached` already. */
function certificateEnd(host: string, port: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: timeoutMs }, () => {
      const { valid_to: end } = socket.getPeerCertificate();
      socket.end();
      resolve(new Date(end));
    });
    socket.on('timeout', () => socket.destroy(new Error('No answer')));
    socket.on('error', reject);
  });
}

/** People type the name without https. */
async function checkRedirect(publicUrl: string): Promise<Finding> {
  const plain = `http://${new URL(publicUrl).hostname}/`;
  const remedy = 'Let the proxy redirect port 80 to the https address (deploy/proxy does).';
  try {
    const { status, location } = await ask(plain);
    if (status >= 300 && status < 400 && location?.startsWith('https:')) {
      return ok(`${plain} leads to the https address.`);
    }
    return advice(`${plain} answers with status ${status} and not with a redirect.`, remedy);
  } catch (error) {
    return advice(`${plain} does not answer: ${reasonOf(error)}`, remedy);
  }
}

/** The shop refuses zeros as no picture, after it has read them; a proxy that limits bodies refuses them as too large. */
async function checkUpload(address: string, bytes: number): Promise<Finding> {
  const form = new FormData();
  const content = new Uint8Array(bytes - 10_000);
  form.set('image', new Blob([content], { type: 'image/jpeg' }), 'doctor.jpg');
  try {
    const { status, type } = await ask(address, { method: 'POST', body: form });
    if (type.startsWith(problemType)) return ok('Pictures of the largest size pass the proxy.');
    if (status === 413) {
      return fault(
        'The proxy refuses pictures as too large.',
        `Let it pass bodies of ${Math.ceil(bytes / 1024 / 1024) + 1} MB: client_max_body_size with nginx.`,
      );
    }
    return advice(
      `An upload was answered with status ${status}, and not by the shop.`,
      'Upload a picture on the profile page, and look into the logs of proxy and shop when it fails.',
    );
  } catch (error) {
    return fault(
      `An upload of ${Math.round(bytes / 1024 / 1024)} MB broke off: ${reasonOf(error)}`,
      'Check the limits of the proxy for the size of bodies and for the time that they take.',
    );
  }
}

/** The shop refuses what is not signed; anything else did not come from it. */
async function checkWebhook(address: string): Promise<Finding> {
  const headers = { 'content-type': 'application/json' };
  try {
    const { status, type } = await ask(address, { method: 'POST', body: webhookProbe, headers });
    if (status === 400 && type.startsWith(problemType)) {
      return ok('The address for webhooks answers, and refuses what is not signed.');
    }
    return fault(
      `${address} answers an unsigned webhook with status ${status}.`,
      'The card provider must reach it without a login, a redirect or a challenge for browsers at the proxy.',
    );
  } catch (error) {
    return fault(
      `${address} does not answer: ${reasonOf(error)}`,
      'The card provider must reach it from outside.',
    );
  }
}

async function ask(address: string, init: RequestInit = {}) {
  const response = await fetch(address, {
    ...init,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { status, headers } = response;
  const text = await response.text();
  return {
    status,
    text,
    type: headers.get('content-type') ?? '',
    location: headers.get('location'),
  };
}
