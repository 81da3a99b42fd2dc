import { SentenceWith } from '../../ui/Owned.tsx';
import { type DeliveryOption, optionText } from './delivery-form.ts';

/** The choices of a field, in which the name of a zone says its language. */
export function deliveryChoices(options: readonly DeliveryOption[]) {
  return options.map((option) => ({
    value: option.value,
    label: (
      <SentenceWith
        say={(name) => optionText(option, name)}
        texts={option.zone ? [option.zone] : []}
      />
    ),
    note: option.note,
  }));
}
