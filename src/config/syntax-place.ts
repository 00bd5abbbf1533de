import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import type { Position } from './document.js';

/**
 * The position of a syntax error in a module, which the error itself does not report. Undefined if
 * the error is in another module that this one imports. @param url URL of the failed import
 */
export async function syntaxPlace(url: string): Promise<Position | undefined> {
  const session = new Session();
  session.connect();
  let failed = '';
  session.on('Debugger.scriptFailedToParse', ({ params }) => (failed ||= params.url));
  session.post('Debugger.enable');
  const again = new URL(url);
  again.searchParams.set('again', '');
  try {
    await import(again.href);
    return undefined;
  } catch (error) {
    return pathOf(failed) === pathOf(url) ? placeOf(error, session) : undefined;
  } finally {
    session.disconnect();
  }
}

/** Modules are named by URL, scripts by path. */
function pathOf(name: string): string {
  return name.startsWith('file:') ? fileURLToPath(name) : name;
}

/** Global name for the error: the inspector only accesses values by an expression. */
const SHARED = 'localeSyncConfigError';

function placeOf(error: unknown, session: Session): Position | undefined {
  let place: Position | undefined;
  Object.assign(globalThis, { [SHARED]: error });
  session.post('Runtime.evaluate', { expression: SHARED }, (_, { result }) => {
    const asked = { errorObjectId: result.objectId };
    session.post('Runtime.getExceptionDetails', asked, (failure, answer) => {
      if (failure === null) place = startOf(answer as Answer);
    });
  });
  Reflect.deleteProperty(globalThis, SHARED);
  return place;
}

interface Answer {
  /** Both are 0-based. */
  readonly exceptionDetails?: { readonly lineNumber: number; readonly columnNumber: number };
}

function startOf({ exceptionDetails: details }: Answer): Position | undefined {
  return details && { line: details.lineNumber + 1, column: details.columnNumber + 1 };
}
