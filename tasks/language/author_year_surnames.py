"""Chinese family names with their pinyin: where a name begins in running Chinese text, and who `Wang` may be.

The commonest names of the Chinese census reports, which cover well over nine tenths of all bearers.
"""

from typing import Final

_PINYIN = (
    "wang 王汪 li 李黎厉 zhang 张章張 liu 刘柳劉 chen 陈谌陳 yang 杨阳楊 huang 黄黃 zhao 赵趙 wu 吴武邬巫吳"
    " zhou 周 xu 徐许须許 sun 孙孫 ma 马馬麻 zhu 朱祝诸竺 hu 胡 guo 郭 he 何贺赫 lin 林蔺 gao 高 luo 罗骆洛羅"
    " zheng 郑鄭 liang 梁 xie 谢解谢謝 song 宋 tang 唐汤湯 han 韩寒韓 feng 冯丰封馮 deng 邓鄧 cao 曹 peng 彭"
    " zeng 曾 xiao 肖萧蕭 tian 田 dong 董 pan 潘 yuan 袁苑元 cai 蔡 jiang 蒋姜江蔣 yu 余于俞虞喻郁禹尉 du 杜"
    " ye 叶葉 cheng 程成 wei 魏韦卫 su 苏粟蘇 lv 吕呂 lu 卢陆鲁路逯盧陸 ding 丁 ren 任 yao 姚 shen 沈申"
    " zhong 钟仲鍾 cui 崔 tan 谭覃谈檀 fan 范樊 liao 廖 shi 石史施时师 jin 金靳晋 jia 贾 xia 夏 fu 付傅符伏"
    " fang 方房 zou 邹 xiong 熊 bai 白柏 meng 孟蒙 qin 秦覃 qiu 邱裘仇丘 hou 侯 yin 尹殷阴 xue 薛"
    " yan 闫严颜阎晏 duan 段 lei 雷 long 龙隆 tao 陶 mao 毛茅 hao 郝 gu 顾古谷辜 gong 龚宫巩公 shao 邵 wan 万"
    " qian 钱 dai 戴代 mo 莫 kong 孔 xiang 向项相 chang 常 wen 温文闻 kang 康 niu 牛钮 ge 葛戈 xing 邢 an 安"
    " qi 齐戚祁 qiao 乔谯 pang 庞 zhuang 庄 nie 聂 zhan 詹占湛 ou 区欧 jiao 焦 ji 季纪吉姬冀 bao 包鲍 lou 娄楼"
    " ling 凌 tong 童佟 sheng 盛 bian 边卞 ying 应英 zuo 左 bi 毕 ke 柯 hua 华花 ni 倪 mei 梅 ruan 阮 ai 艾"
    " ran 冉 cen 岑 chai 柴 che 车 chu 褚储楚 cong 丛 dang 党 dou 窦 fei 费 gan 甘 geng 耿 gou 苟 guan 管关官"
    " gui 桂 huo 霍 jing 景荆 ju 鞠 kuang 邝匡 lai 赖 lang 郎 lan 兰蓝 leng 冷 lian 连廉 luan 栾 man 满"
    " miao 苗缪 min 闵 mu 穆牟沐 ning 宁 pei 裴 ping 平 pu 蒲浦濮 qu 曲屈瞿 rao 饶 rong 荣容戎 sha 沙 shan 单"
    " shang 尚商 shu 舒 si 司 sui 隋 teng 滕 tu 涂屠 wo 沃 weng 翁 xi 席奚习 xin 辛 xun 荀 yi 易伊 you 尤游"
    " yue 岳 zang 臧 zha 查 zhai 翟 zong 宗 zhen 甄 zhuo 卓 bo 薄 kou 寇 ban 班 ha 哈 le 乐 me 么 mi 米 di 狄"
    " da 达 ta 塔 wa 佤 qiang 强 tuo 拓 kan 阚 gai 盖 suo 索 ao 敖 nai 乃 ben 贲 bin 宾 hong 洪 hang 杭"
    " jian 简 dan 但"
)
_COMPOUND = (
    "ouyang 欧阳歐陽 sima 司马 shangguan 上官 zhuge 诸葛諸葛 dongfang 东方 huangfu 皇甫 yuchi 尉迟"
    " gongsun 公孙 murong 慕容 linghu 令狐 situ 司徒 xiahou 夏侯 duanmu 端木 nangong 南宫 ximen 西门"
)


def _table(words: str, size: int) -> dict[str, str]:
    parts = words.split()
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return {
        names[at : at + size]: pinyin for pinyin, names in reversed(list(pairs)) for at in range(0, len(names), size)
    }


PINYIN_OF: Final = {**_table(_PINYIN, 1), **_table(_COMPOUND, 2)}
"""Family name in characters → its pinyin in lower case, without tones; `lv` is also written `lyu` and `lu`."""

COMMON_WORDS: Final = frozenset("于方任常时成向代单应相阳元高文平但关公容强解和从都有")
"""Family names that are ordinary words as well: in running text they may belong to the word before."""


def surname_of(name: str) -> str | None:
    """The family name a Chinese name begins with (`欧阳`, `王`), or None where it begins with none that is known."""
    return next((name[:size] for size in (2, 1) if name[:size] in PINYIN_OF and len(name) > size), None)


def is_written_in_pinyin(latin: str, chinese: str) -> bool:
    """Whether a Latin name (`Wang`, `Wang Wei`, `Lü`) may be, by its family name, that of a name in characters."""
    surname = surname_of(chinese) or chinese
    pinyin = PINYIN_OF.get(surname)
    words = latin.casefold().replace("ü", "v").replace("-", "").split()
    ways = {pinyin, pinyin.replace("lv", "lyu"), pinyin.replace("lv", "lu")} if pinyin else set()
    return any(word in ways for word in (*words[:1], *words[-1:]))
