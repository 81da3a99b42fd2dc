import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { error, Session } from 'selenium-webdriver';
import { type Command, Name } from 'selenium-webdriver/lib/command.js';

/*
 * Firefox's own protocol for automation, as a transport of selenium-webdriver. Elsewhere geckodriver translates WebDriver's
 * HTTP into it; Debian has no package of geckodriver, and the one at npm downloads the program from GitHub. A message is
 * its length, a colon and JSON: `[0, id, command, parameters]`, answered by `[1, id, error, result]`.
 * https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */

/** The commands that the journeys use. */
const commands: Readonly<Record<string, string>> = {
  [Name.NEW_SESSION]: 'WebDriver:NewSession',
  [Name.QUIT]: 'Marionette:Quit',
  [Name.GET]: 'WebDriver:Navigate',
  [Name.REFRESH]: 'WebDriver:Refresh',
  [Name.GO_BACK]: 'WebDriver:Back',
  [Name.GET_CURRENT_URL]: 'WebDriver:GetCurrentURL',
  [Name.GET_TITLE]: 'WebDriver:GetTitle',
  [Name.EXECUTE_SCRIPT]: 'WebDriver:ExecuteScript',
  [Name.CLICK_ELEMENT]: 'WebDriver:ElementClick',
  [Name.CLEAR_ELEMENT]: 'WebDriver:ElementClear',
  [Name.SEND_KEYS_TO_ELEMENT]: 'WebDriver:ElementSendKeys',
  [Name.GET_CURRENT_WINDOW_HANDLE]: 'WebDriver:GetWindowHandle',
  [Name.GET_WINDOW_HANDLES]: 'WebDriver:GetWindowHandles',
  [Name.SWITCH_TO_WINDOW]: 'WebDriver:SwitchToWindow',
  [Name.CLOSE]: 'WebDriver:CloseWindow',
  [Name.SCREENSHOT]: 'WebDriver:TakeScreenshot',
};

interface Failure {
  error: string;
  message: string;
}

/** Connects to a Firefox that was started with `--marionette`, and returns what selenium-webdriver sends commands by. */
export async function connectToMarionette(port: number) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const pending = new Map<number, (failure: Failure | null, result: unknown) => void>();
  readMessages(socket, (message) => {
    // The first message, an object, introduces Firefox.
    if (!Array.isArray(message)) return;
    const [, id, failure, result] = message;
    pending.get(id)?.(failure, result);
    pending.delete(id);
  });
  socket.on('close', () => {
    for (const answer of pending.values())
      answer({ error: 'invalid session id', message: 'Firefox has closed the connection' }, null);
  });
  let sent = 0;
  return {
    async execute(command: Command): Promise<unknown> {
      const name = commands[command.getName()];
      if (name === undefined) throw new Error(`${command.getName()} has no name in Marionette`);
      sent += 1;
      const id = sent;
      const answered = new Promise<[Failure | null, unknown]>((resolve) => {
        pending.set(id, (failure, result) => resolve([failure, result]));
      });
      writeMessage(socket, [0, id, name, parametersOf(command)]);
      const [failure, result] = await answered;
      if (failure !== null) error.throwDecodedError({ ...failure });
      return command.getName() === Name.NEW_SESSION ? sessionOf(result) : resultOf(result);
    },
    close: () => socket.destroy(),
  };
}

function parametersOf(command: Command): object {
  if (command.getName() === Name.QUIT) return { flags: ['eForceQuit'] };
  if (command.getName() === Name.SCREENSHOT) return { full: false, hash: false };
  const {
    sessionId: _,
    capabilities,
    ...parameters
  } = command.getParameters() as {
    sessionId?: unknown;
    capabilities?: { alwaysMatch: object };
    id?: unknown;
  };
  return { ...capabilities?.alwaysMatch, ...parameters, ...elementOf(parameters.id) };
}

/** selenium-webdriver passes an element as an object, Marionette expects its id. */
function elementOf(id: unknown): { id?: unknown } {
  return typeof id === 'object' && id !== null ? { id: Object.values(id)[0] } : {};
}

function sessionOf(result: unknown): Session {
  const { sessionId, capabilities } = result as { sessionId: string; capabilities: object };
  return new Session(sessionId, capabilities);
}

/** A plain value arrives in an object with this one property. */
function resultOf(result: unknown): unknown {
  const isWrapped =
    typeof result === 'object' && result !== null && Object.keys(result).join() === 'value';
  return isWrapped ? (result as { value: unknown }).value : result;
}

function writeMessage(socket: Socket, message: unknown): void {
  const json = JSON.stringify(message);
  socket.write(`${Buffer.byteLength(json)}:${json}`);
}

function readMessages(socket: Socket, handle: (message: unknown) => void): void {
  let buffered = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    for (;;) {
      const colon = buffered.indexOf(':');
      const end = colon + 1 + Number(buffered.toString('latin1', 0, colon));
      if (colon < 0 || buffered.length < end) return;
      handle(JSON.parse(buffered.toString('utf8', colon + 1, end)));
      buffered = buffered.subarray(end);
    }
  });
}
