import { setTimeout as wait } from 'node:timers/promises';
import { error, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { accessTokenKey } from '#contract/constants.ts';
import { demoPassword } from '#contract/identity/demo-accounts.ts';
import { accessTokenFor } from '../support/sign-in.ts';
import {
  findInPage,
  isHydrated,
  type Role,
  readFaults,
  recordFaults,
  type Target,
  toSent,
} from './in-page.ts';

/** Catches what hangs; it does not judge how fast the machine is. */
const timeoutMs = 40_000;

const bringIntoView = 'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })';

export type BrowserPage = ReturnType<typeof browserPage>;

/** What a person does in a browser and sees there. Each function waits until it is possible. */
export function browserPage(driver: WebDriver, origin: string) {
  /** Asks the page until the answer is true; then or in the end `describe` tells what it shows instead. */
  async function waitUntil(what: string, ask: () => Promise<boolean>, describe = describePage) {
    let cause: unknown;
    const isDone = async () => {
      try {
        return await ask();
      } catch (failure) {
        if (!isOfChangingPage(failure)) throw failure;
        cause = failure;
        return false;
      }
    };
    for (const deadline = Date.now() + timeoutMs; ; await wait(100)) {
      if (await isDone()) return;
      if (Date.now() > deadline) throw new Error(`${what}\n${await describe()}`, { cause });
    }
  }

  async function describePage(): Promise<string> {
    const text: string = await driver.executeScript(
      'return document.body.innerText.replace(/\\n+/g, "\\n").slice(0, 1500)',
    );
    return `The page ${await driver.getCurrentUrl()} shows:\n${text}`;
  }

  /** Does something with the element once there is one; again when it changed in between. */
  async function withElement(target: Target, use: (element: WebElement) => Promise<unknown>) {
    let names: string[] = [];
    const act = async () => {
      const answer: { found: WebElement[]; names: string[] } = await driver.executeScript(
        findInPage,
        toSent(target),
      );
      names = answer.names;
      const [element] = answer.found;
      if (!element) return false;
      await use(element);
      return true;
    };
    const what = `There is no ${target.role} ${target.name}`;
    await waitUntil(what, act, async () => `Others: ${names.join(' | ')}\n${await describePage()}`);
  }

  const page = {
    driver,
    /** Opens a page of the shop and waits until it is hydrated. */
    async open(path: string): Promise<void> {
      await driver.get(origin + path);
      await page.waitForHydration();
    },
    async waitForHydration(): Promise<void> {
      await waitUntil('The page is not hydrated', () => driver.executeScript(isHydrated));
      await driver.executeScript(recordFaults);
    },
    async reload(): Promise<void> {
      await driver.navigate().refresh();
      await page.waitForHydration();
    },
    back: () => driver.navigate().back(),
    /** Fills in the login form, which the page shows, and submits it. */
    async logIn(email: string, password = demoPassword): Promise<void> {
      const main = { role: 'main', name: /./ } as const;
      await page.fill(/^Email/, email, main);
      await page.fill(/^Password/, password, main);
      await page.click('button', 'Login', main);
    },
    /** Signs the user with this email in without the login page. */
    async signInAs(email: string): Promise<void> {
      const token = await accessTokenFor(email);
      await page.open('/');
      await driver.executeScript('localStorage.setItem(...arguments)', accessTokenKey, token);
    },
    /** Waits until there is such an element. */
    see: (role: Role, name: Target['name'], within?: Target) =>
      withElement({ role, name, ...(within && { within }) }, async () => undefined),
    /** Waits until the page shows this text. */
    seeText: (text: string) =>
      waitUntil(`The page does not show '${text}'`, () =>
        driver.executeScript('return document.body.innerText.includes(arguments[0])', text),
      ),
    seePath: (path: string | RegExp) =>
      waitUntil(`The page is not at ${path}`, async () => {
        const { pathname, search } = new URL(await driver.getCurrentUrl());
        return typeof path === 'string' ? pathname + search === path : path.test(pathname);
      }),
    seeSignedIn: () => page.see('button', 'Logout', { role: 'navigation', name: 'Main' }),
    click: (role: Role, name: Target['name'], within?: Target) =>
      withElement({ role, name, ...(within && { within }) }, async (element) => {
        await driver.executeScript(bringIntoView, element);
        await element.click();
      }),
    /** Clicks a button that cannot be used at first. */
    clickWhenReady: (name: RegExp) =>
      withElement({ role: 'button', name }, async (button) => {
        const isDisabled = await driver.executeScript(
          'return arguments[0].disabled || arguments[0].ariaDisabled === "true"',
          button,
        );
        if (isDisabled) throw new error.ElementNotInteractableError(`${name} is disabled`);
        await driver.executeScript(bringIntoView, button);
        await button.click();
      }),
    /** Waits until a picture with this alternative text has loaded. */
    seePicture: (alt: string) =>
      waitUntil(`No picture of ${alt} has loaded`, () =>
        driver.executeScript(
          'return [...document.images].some((image) => image.alt.includes(arguments[0]) && image.naturalWidth > 0)',
          alt,
        ),
      ),
    /** Types into a field, in place of what is there. */
    fill: (name: Target['name'], value: string, within?: Target) =>
      withElement({ role: 'field', name, ...(within && { within }) }, async (element) => {
        const read = 'return arguments[0].value';
        const isEmpty = (await driver.executeScript(read, element)) === '';
        // In a call of its own: within one, Firefox keeps the control key down.
        if (!isEmpty) await element.sendKeys(Key.chord(Key.CONTROL, 'a'));
        await element.sendKeys(value);
        const written = await driver.executeScript(read, element);
        if (!isEmpty && written !== value) throw new Error(`${name} now has '${written}'`);
      }),
    /** Chooses an option of a list by its text. */
    choose: (name: Target['name'], option: string) =>
      withElement({ role: 'field', name }, async (element) => {
        const found: WebElement | null = await driver.executeScript(
          'return [...arguments[0].options].find(({ text }) => text === arguments[1])',
          element,
          option,
        );
        if (found === null) throw new Error(`The list has no option ${option}`);
        await found.click();
      }),
    /** Presses the label of a check box or radio button, as a person does. */
    check: (name: Target['name']) =>
      withElement({ role: 'field', name }, async (element) => {
        const label: WebElement = await driver.executeScript(
          'return arguments[0].labels[0]',
          element,
        );
        await driver.executeScript(bringIntoView, label);
        await label.click();
      }),
    /** Gives files to the field, by their paths. */
    attach: (name: Target['name'], ...paths: string[]) =>
      withElement({ role: 'field', name }, (element) => element.sendKeys(paths.join('\n'))),
    /** Waits for the window that the page has opened, and turns to it. Returns how to turn back. */
    async turnToPopup(): Promise<{ back(): Promise<void> }> {
      const opener = await driver.getWindowHandle();
      const others = async () =>
        (await driver.getAllWindowHandles()).filter((handle) => handle !== opener);
      await waitUntil('No window has opened', async () => (await others()).length === 1);
      const [popup = opener] = await others();
      await driver.switchTo().window(popup);
      return { back: () => driver.switchTo().window(opener) };
    },
    /** Waits until the page is the browser's only window. */
    seeOnlyWindow: () =>
      waitUntil('Another window is still open', async () => {
        return (await driver.getAllWindowHandles()).length === 1;
      }),
    /** Waits until nothing is being uploaded. */
    seeUploaded: () =>
      waitUntil('Something is still being uploaded', () =>
        driver.executeScript(
          'return document.querySelector("progress, [role=progressbar]") === null',
        ),
      ),
    /** What the page's scripts threw and its policy blocked since it was hydrated. */
    faults: (): Promise<string> => driver.executeScript(readFaults),
    describe: describePage,
  };
  return page;
}

/** While a page changes, its elements come and go, and something may pass before them. */
function isOfChangingPage(failure: unknown): boolean {
  const passing = [
    error.StaleElementReferenceError,
    error.ElementClickInterceptedError,
    error.ElementNotInteractableError,
    error.NoSuchElementError,
    error.JavascriptError,
  ];
  return passing.some((kind) => failure instanceof kind);
}
