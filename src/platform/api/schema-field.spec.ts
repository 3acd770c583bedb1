import { ObjectType } from '@nestjs/graphql';
import { z } from 'zod';
import { fieldChoice, inRest } from './rest-form.js';
import { SchemaInputs, SchemaOutputs } from './schema-field.js';

const kind = z.enum(['TOWN', 'MOUNTAIN_PASS']).meta({ title: 'PlaceKind', description: 'Kind of a place' });
const place = z.object({ name: z.string(), kind: kind.nullable() }).readonly().meta({ title: 'Place' });
const owner = z.object({ height: z.number().nullable() }).meta({ title: 'Owner' });

@ObjectType('Walk')
@SchemaOutputs(
  z.object({
    steps: z.int().min(0).nullable(),
    slopes: z.array(z.number().nullable()),
    places: z.array(place).max(9).readonly().default([]),
    owner: owner.nullable().default(null),
  }),
)
class WalkDto {}

describe('SchemaInputs', () => {
  it('refuses facts about a field that the schema does not have', () => {
    const schema = z.strictObject({ pages: z.int() });
    expect(() => SchemaInputs(schema, { pages: { example: 1 }, page: { example: 1 } })).toThrow(/no field page$/);
  });
});

describe('SchemaOutputs', () => {
  it('declares all fields of the schema, nullable ones as well', () => {
    const names = ['steps', 'slopes', 'places', 'owner'];
    expect([...fieldChoice(WalkDto, names.join(',')).names]).toEqual(names);
  });

  it('declares the objects and enums in it that have a title', () => {
    const place = { name: 'MOUNTAIN_PASS', kind: 'MOUNTAIN_PASS' };
    const spelt = { name: 'MOUNTAIN_PASS', kind: 'mountain-pass' };
    expect(inRest(WalkDto, { places: [place], owner: null })).toEqual({ places: [spelt], owner: null });
  });

  it('needs a title or an explicit type for an object', () => {
    const declare = SchemaOutputs(z.object({ owner: z.object({ name: z.string() }) }));
    expect(() => declare(class extends WalkDto {})).toThrow(/type of the field owner has no title/);
  });
});
