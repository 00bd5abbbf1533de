export const seeds = [
  "<?php\n\nreturn [\n    // note\n    'a' => 'it\\'s', 'b' => \"x\\n{$c}\",\n    'n' => ['x' => 1, 'y' => array('z')],\n    'h' => <<<EOT\n  text\n  EOT,\n];\n",
  "<?php\ndefined('X') OR exit('no');\n$lang['a'] = 'b' . 'c';\n$lang['d']['e'] = __('f'); // g\n?>\n",
  "<?php\nif (!defined('X')) { exit; }\nif (empty($lang)) { $lang = array(); }\n\n$lang = array_merge($lang, array(\n\t'A'\t=> 'x',\n));\n\n$lang = array_merge($lang, [\n\t'B'\t=> ['C' => 'y'],\n]);\n",
];
