import ObjectField from '@rjsf/core/lib/components/fields/ObjectField.js';
import SchemaField from '@rjsf/core/lib/components/fields/SchemaField.js';
import { DEFAULT_ID_PREFIX, DEFAULT_ID_SEPARATOR, englishStringTranslator } from '@rjsf/utils';
import { theme } from './theme.tsx';

/**
 * Replaces rjsf's default registry (aliased in vite.config.ts), which has a template and a widget for every schema
 * feature. Ours covers only what our forms use (`JsonSchema` in forms/definition.ts), to keep the bundle small.
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
