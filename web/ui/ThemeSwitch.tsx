import { useSyncExternalStore } from 'react';
import { textsOf } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
import { Icon } from './Icon.tsx';
import { asChoice, chooseTheme, chosenTheme, type ThemeChoice, watchTheme } from './theme.ts';

const choices: Record<ThemeChoice, string> = textsOf({
  system: msg`System`,
  light: msg`Light`,
  dark: msg`Dark`,
});

/**
 * Light, dark or system. A native <select> lies invisibly over the icon: three choices in the space of one button,
 * with keyboard, touch and screen reader support built in. CSS chooses the icon, so it is right before hydration.
 * Until then the select is disabled, because its value would not be the stored choice.
 */
export function ThemeSwitch({ label = t`Theme` }: { label?: string }) {
  const chosen = useSyncExternalStore<ThemeChoice | null>(watchTheme, chosenTheme, () => null);
  return (
    <span
      className="relative grid size-11 place-items-center noscript:hidden rounded-md text-muted transition hover:bg-sunken hover:text-ink has-focus-visible:outline-3 has-focus-visible:outline-focus"
      title={label}
    >
      <Icon className="size-5 dark:hidden" name="sun" />
      <Icon className="hidden size-5 dark:block" name="moon" />
      <select
        aria-label={label}
        className="absolute inset-0 size-full cursor-pointer bg-surface text-base text-ink opacity-0"
        disabled={chosen === null}
        onChange={(event) => chooseTheme(asChoice(event.target.value))}
        value={chosen ?? 'system'}
      >
        {Object.entries(choices).map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}
