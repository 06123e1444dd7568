import { useState } from 'react';

/**
 * The values of a form. `field` returns the properties of an input whose `onChange` receives the value, `text` those of a text
 * input.
 */
export function useDraft<Values extends object>(initial: Values | (() => Values)) {
  const [values, set] = useState(initial);
  const field = <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name]) => set({ ...values, [name]: value }),
  });
  const text = <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set({ ...values, [name]: event.currentTarget.value }),
  });
  return { values, set, field, text };
}
