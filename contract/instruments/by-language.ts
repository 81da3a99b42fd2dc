import { z } from 'zod';

/** A value for each language whose words the search knows. */
export const byLanguage = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({
    en: value,
    de: value,
    fr: value,
    es: value,
    ja: value,
    ar: value,
    nl: value,
    'pt-BR': value,
  });
