import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Builder, Capabilities, WebDriver } from 'selenium-webdriver';
import { type EngineName, programPath } from './installed-browsers.mjs';
import { connectToMarionette } from './marionette.ts';
import {
  freePort,
  type RunningProcess,
  startProcess,
  temporaryFolder,
  waitForStart,
} from './processes.ts';

export interface RunningBrowser {
  driver: WebDriver;
  /** Everything that the browser and its driver printed. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a browser of each engine without a screen, with a profile of its own and no outside network use of its own. */
export const startBrowser: Readonly<Record<EngineName, () => Promise<RunningBrowser>>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebKit,
};

async function startChromium(): Promise<RunningBrowser> {
  const port = await freePort();
  const driver = startProcess(programPath('chromium', 'driver'), [`--port=${port}`]);
  // The sandbox of Chromium refuses to run as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [
    '--headless=new',
    '--window-size=1280,900',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--lang=en-US',
    ...sandbox,
  ];
  return openByHttp(driver, port, {
    browserName: 'chrome',
    'goog:chromeOptions': { binary: programPath('chromium', 'browser'), args },
  });
}

/** WebKitGTK has no mode without a window, so it gets a virtual screen. */
async function startWebKit(): Promise<RunningBrowser> {
  const screen = startProcess(programPath('webkit', 'display'), [
    ...['-displayfd', '1'],
    ...['-screen', '0', '1400x1000x24'],
    ...['-nolisten', 'tcp'],
  ]);
  try {
    const display = await waitForStart(
      'Xvfb',
      screen,
      async () => /^\d+$/m.exec(screen.output())?.[0],
    );
    const port = await freePort();
    const driver = startProcess(programPath('webkit', 'driver'), [`--port=${port}`], {
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
    });
    const browser = await openByHttp(driver, port, {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary: programPath('webkit', 'browser'),
        args: ['--automation', '--geometry=1280x900'],
      },
    });
    return {
      ...browser,
      async stop() {
        await browser.stop();
        await screen.stop();
      },
    };
  } catch (error) {
    await screen.stop();
    throw error;
  }
}

/** Opens a session at a driver that speaks WebDriver's HTTP. */
async function openByHttp(
  driver: RunningProcess,
  port: number,
  capabilities: Record<string, unknown>,
): Promise<RunningBrowser> {
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitForStart('The driver', driver, () => fetch(`${url}/status`));
    const session = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(url)
      .withCapabilities(capabilities)
      .build();
    return {
      driver: session,
      output: driver.output,
      async stop() {
        await session.quit().catch(() => undefined);
        await driver.stop();
      },
    };
  } catch (error) {
    await driver.stop();
    throw new Error(`The browser did not start. Its driver printed:\n${driver.output()}`, {
      cause: error,
    });
  }
}

/** Firefox itself sets what automation needs when it starts with `--marionette`; these it would do before. */
const firefoxSettings = {
  'marionette.port': 0,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.newtabpage.enabled': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.server': '',
};

async function startFirefox(): Promise<RunningBrowser> {
  const profile = await temporaryFolder();
  const settings = Object.entries(firefoxSettings).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile.path, 'user.js'), settings.join(''));
  const browser = startProcess(
    programPath('firefox', 'browser'),
    ['--marionette', '--headless', '--no-remote', '--profile', profile.path],
    { MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900', HOME: profile.path },
  );
  const stop = async () => {
    await browser.stop();
    await profile.remove();
  };
  try {
    const portFile = join(profile.path, 'MarionetteActivePort');
    const port = await waitForStart(
      'Firefox',
      browser,
      async () => Number(await readFile(portFile, 'utf8')) || undefined,
    );
    const marionette = await connectToMarionette(port);
    const driver = WebDriver.createSession(
      marionette,
      new Capabilities({ browserName: 'firefox' }),
    );
    await driver.getSession();
    return {
      driver,
      output: browser.output,
      async stop() {
        marionette.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
