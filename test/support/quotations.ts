/** How services, hosts, proxies and git quote a secret that they were sent. */
export function quotations(secret: string): Readonly<Record<string, string>> {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return {
    'as it is': secret,
    'in quotation marks': `"${secret}"`,
    'as a header': `Authorization: Bearer ${secret}`,
    'in a query': `token=${encodeURIComponent(secret)}&a=1`,
    'in a query, in lower case': encodeURIComponent(secret).replace(/%../g, (byte) =>
      byte.toLowerCase(),
    ),
    'in an address': `https://user:${encodeURIComponent(secret)}@host/path`,
    'in a path': encodeURI(secret),
    'in a form': new URLSearchParams({ secret }).toString(),
    'in JSON': JSON.stringify({ secret }),
    'in JSON in JSON': JSON.stringify({ message: JSON.stringify({ secret }) }),
    'in JSON with escaped slashes': JSON.stringify(secret).replaceAll('/', String.raw`\/`),
    'in HTML': secret.replace(/["&'<>]/g, (character) => `&#${character.charCodeAt(0)};`),
    'in HTML with names': secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    'in Base64': base64(secret),
    'in Base64 for URLs': Buffer.from(secret).toString('base64url'),
    'as a basic header': `Basic ${base64(`x-access-token:${secret}`)}`,
    'as a basic header of GitLab': `Basic ${base64(`oauth2:${secret}`)}`,
    'as a basic header of one letter': `Basic ${base64(`u:${secret}`)}`,
    'as a basic header without a password': `Basic ${base64(`${secret}:`)}`,
    'as a basic header in a query': encodeURIComponent(`Basic ${base64(`git:${secret}`)}`),
  };
}
