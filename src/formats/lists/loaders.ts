// Made by `npm run formats` of the folders beside this one that say what they are about.
import type { Codec } from '../../model/index.js';

export async function android(): Promise<Codec> {
  return (await import('../android/index.js')).android;
}

export async function arb(): Promise<Codec> {
  return (await import('../arb/index.js')).arb;
}

export async function csv(): Promise<Codec> {
  return (await import('../csv/index.js')).csv;
}

export async function fluent(): Promise<Codec> {
  return (await import('../fluent/index.js')).fluent;
}

export async function javascript(): Promise<Codec> {
  return (await import('../javascript/index.js')).javascript;
}

export async function json(): Promise<Codec> {
  return (await import('../json/index.js')).json;
}

export async function json5(): Promise<Codec> {
  return (await import('../json5/index.js')).json5;
}

export async function markdown(): Promise<Codec> {
  return (await import('../markdown/index.js')).markdown;
}

export async function php(): Promise<Codec> {
  return (await import('../php/index.js')).php;
}

export async function po(): Promise<Codec> {
  return (await import('../po/index.js')).po;
}

export async function properties(): Promise<Codec> {
  return (await import('../properties/index.js')).properties;
}

export async function qt(): Promise<Codec> {
  return (await import('../qt/index.js')).qt;
}

export async function resx(): Promise<Codec> {
  return (await import('../resx/index.js')).resx;
}

export async function srt(): Promise<Codec> {
  return (await import('../srt/index.js')).srt;
}

export async function strings(): Promise<Codec> {
  return (await import('../strings/index.js')).strings;
}

export async function stringsdict(): Promise<Codec> {
  return (await import('../stringsdict/index.js')).stringsdict;
}

export async function toml(): Promise<Codec> {
  return (await import('../toml/index.js')).toml;
}

export async function vtt(): Promise<Codec> {
  return (await import('../vtt/index.js')).vtt;
}

export async function vue(): Promise<Codec> {
  return (await import('../vue/index.js')).vue;
}

export async function xcstrings(): Promise<Codec> {
  return (await import('../xcstrings/index.js')).xcstrings;
}

export async function xliff(): Promise<Codec> {
  return (await import('../xliff/index.js')).xliff;
}

export async function yaml(): Promise<Codec> {
  return (await import('../yaml/index.js')).yaml;
}
