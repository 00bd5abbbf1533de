import type { LawFile } from '../support/laws.js';

export const laravel = `<?php

declare(strict_types=1);

namespace App\\Lang;

use App\\Enums\\Status;

// Texts of the shop
return [
    // Shown in the header
    'hello' => 'Hello, :name!',
    'files' => '{0} none|{1} one file|[2,*] :count files', // counted
    "double" => "Tab\\there \\$5 \\x41\\u{1F600}\\101 it's",

    'nested' => [
        'a.b' => 'dotted',
        'deep' => array('x' => 'one line', 'y' => 'two'),
        404 => 'Not found',
        -1 => 'less',
        'empty' => [],
    ],

    /*
     * A list
     */
    'list' => [
        'first',
        'second',
    ],

    'joined' => 'part one, '
        . "part two, "
        . 'part three',
    'left' => __('alone'),
    'const' => Foo::BAR,
    Status::ON => 'not ours',
    'mixed' => 'a' . FOO,
    'raw' => "Hello $name, {$a['b']} \${x}",
    'number' => 12, 'bool' => true, 'null' => null,
    'heredoc' => <<<EOT
        Dear reader,

          it's "quoted" \\t
        EOT,
    'nowdoc' => <<<'TEXT'
No $escape \\n here
TEXT,
    // 'out' => 'taken out',
    'last' => 'no comma'
];
`;

export const codeIgniter = `<?php
/**
 * Texts
 *
 * @license MIT
 */
defined('BASEPATH') OR exit('No direct script access allowed');

$lang['short']       = 'Aligned';
$lang['longer_key']  = 'Aligned too: %s';
# a note
$lang['js']['inner'] = "Yes\\n";
$lang['escaped']     = 'It\\'s C:\\\\temp\\new';

$lang['months'] = array('Jan', 'Feb');
?>
`;

const oneLine = `<?php return ['a' => 'x', 'b' => ['c' => 'y'], 'd' => 'z'];`;

const odd = `<?php
if (! defined('X')) { exit; }
$messages = array
(
  'comma'=>'first'
, 'no'=>"space"
, 'keys' => array(
        'tab'	=>	'tabbed',
        'x' => 'y' )
);
$other['k'] = 'other';
return $messages;
`;

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

export const fixtures: readonly LawFile[] = [
  { name: 'laravel', text: laravel },
  // php-parser refuses an empty line of an indented heredoc that ends in CRLF.
  { name: 'crlf and bom', text: `\ufeff${crlf(laravel.replace('reader,\n', 'reader,'))}` },
  { name: 'codeigniter', text: codeIgniter },
  { name: 'codeigniter, lone carriage returns', text: codeIgniter.replaceAll('\n', '\r') },
  { name: 'one line', text: oneLine },
  { name: 'odd', text: odd },
];
