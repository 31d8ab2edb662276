import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { DEFAULT_ID_PREFIX, DEFAULT_ID_SEPARATOR, englishStringTranslator } from '@rjsf/utils';
import { theme } from './theme.tsx';

/**
 * Takes the place of rjsf's own registry (vite.config.ts), which holds a template and a widget for everything a schema
 * can say. Ours has what forms are written in (`JsonSchema` in forms/definition.ts), so the rest is not downloaded.
 */
export default function getDefaultRegistry() {
  return {
    ...theme,
    fields: { ...theme.fields, ObjectField, SchemaField },
    rootSchema: {},
    formContext: {},
    translateString: englishStringTranslator,
    globalFormOptions: {
      idPrefix: DEFAULT_ID_PREFIX,
      idSeparator: DEFAULT_ID_SEPARATOR,
      useFallbackUiForUnsupportedType: false,
    },
  };
}
