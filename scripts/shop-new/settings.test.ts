import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { countries as countriesOfShop } from '#contract/delivery/countries.ts';
import { countriesOf } from '#contract/delivery/customs-areas.ts';
import { currencyCodes } from '#contract/money/currencies.ts';
import { chooseSettings, countries, currencies, europeanUnion } from './settings.mjs';

/** Answers each question with the next line, and ends the input after the last one. */
async function answering(answers: readonly string[], ...args: string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const left = [...answers];
  let said = '';
  output.on('data', (part: Buffer) => {
    said += part;
    if (!/\] $/.test(`${part}`)) return;
    const answer = left.shift();
    if (answer === undefined) input.end();
    else input.write(`${answer}\n`);
  });
  const chosen = await chooseSettings(args, { input, output });
  return { ...chosen, said };
}

describe('the settings of a new shop', () => {
  it('a terminal is asked for what no flag says, and Enter takes what is usual', async () => {
    const { settings, said, usual } = await answering(['Snaar', 'Dutch, fr', 'belgië', '']);
    expect(settings).toEqual({
      name: 'Snaar',
      languages: ['nl', 'fr'],
      country: 'BE',
      currency: 'EUR',
    });
    expect(usual).toEqual([]);
    expect(said).toContain('nl (Nederlands), pt-BR (português (Brasil))');
    const { said: less } = await answering(['pl'], 'Snaar', '--language=pl', '--currency', 'pln');
    expect(less).toContain('In which country');
    expect(less).not.toMatch(/called|Which languages|currency/);
  });

  it('a wrong answer is asked for again, and says what is accepted', async () => {
    const { settings, said } = await answering(
      ['EURO', 'eur'],
      ...['--name', 'Snaar', '--language', 'nl', '--country', 'none'],
    );
    expect(settings).toMatchObject({ country: '', currency: 'EUR' });
    expect(said).toContain('This must be one of AED, AFN,');
  });

  it('an end of the input writes nothing', async () => {
    await expect(answering(['Snaar'])).rejects.toThrow('Nothing was written.');
  });

  it('several flags for languages are one list', async () => {
    const { settings } = await chooseSettings(
      ['--language', 'nl', '--language', 'pt-br'],
      undefined,
    );
    expect(settings.languages).toEqual(['nl', 'pt-BR']);
  });

  it('its countries and currencies are those of the shop', () => {
    expect(countries.toSorted()).toEqual([...countriesOfShop].sort());
    expect(currencies).toEqual(currencyCodes);
    expect(europeanUnion.toSorted()).toEqual([...countriesOf('EU')].sort());
  });
});
